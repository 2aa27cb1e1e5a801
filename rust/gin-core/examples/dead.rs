//! x
use gin_core::{
    rng::Generator,
    sim::Deal,
    value::{candidate::*, network::Network},
    view::Score,
};
fn main() {
    let bytes = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let n = Network::<64>::from_halves(&bytes).unwrap();
    let mut narrow_on = [0u64; 32];
    let mut wide_on = [0u64; 64];
    let mut total = 0u64;
    let mut flat = 0u64;
    for number in 0..400 {
        let mut deal = Deal::new(&Generator::new(number).deck(), 0);
        while let Some(seat) = deal.course().actor() {
            let view = deal.view(seat, Score::default());
            let found = candidates(&n, &view);
            let best = found.best().unwrap();
            if let Some(deed) = deed(best.action) {
                let inputs = inputs_of(&view, deed);
                let mut s = n.first_bias;
                n.add(&mut s, &inputs);
                let mut h = n.second_bias;
                for (i, u) in s.iter().enumerate() {
                    if *u > 0.0 {
                        wide_on[i] += 1;
                        for (x, w) in h.iter_mut().zip(&n.second[i]) {
                            *x += u * w;
                        }
                    }
                }
                let mut any = false;
                for (i, x) in h.iter().enumerate() {
                    if *x > 0.0 {
                        narrow_on[i] += 1;
                        any = true;
                    }
                }
                total += 1;
                if !any {
                    flat += 1;
                }
            }
            deal.advance(best.action);
        }
    }
    println!("total {total} flat {flat}");
    println!("narrow {:?}", narrow_on.map(|x| x * 100 / total));
    println!("wide {:?}", wide_on.map(|x| x * 100 / total));
}
