//! Threads that share work, as many as the system gives.

use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle, scope};

/// Runs `mine` here and `theirs` on so many other threads beside it; returns what all of them did,
/// `mine` first.
///
/// A system that gives no more threads, for want of memory or by a limit, is no error: those there
/// are do the work. So what is to be done must not lie with any one of `theirs`.
pub fn beside<T: Send>(
    others: usize,
    theirs: impl Fn() -> T + Sync,
    mine: impl FnOnce() -> T,
) -> Vec<T> {
    let theirs = &theirs;
    scope(|scope| {
        let started = |_| Builder::new().spawn_scoped(scope, theirs).ok();
        let running: Vec<_> = (0..others).map_while(started).collect();
        let mut done = vec![mine()];
        // All are waited for before a panic goes on.
        let ended: Vec<_> = running.into_iter().map(ScopedJoinHandle::join).collect();
        for end in ended {
            done.push(end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    })
}

/// Does every part of some work, each on whichever of so many threads is free; returns what came of
/// the parts, in no order.
pub fn share<P: Send, T: Send>(
    threads: usize,
    parts: impl Iterator<Item = P> + Send,
    work: impl Fn(P) -> T + Sync,
) -> Vec<T> {
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let all = || std::iter::from_fn(next).map(&work).collect::<Vec<_>>();
    beside(threads.saturating_sub(1), all, all).into_iter().flatten().collect()
}
