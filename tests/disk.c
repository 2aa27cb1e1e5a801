/* A disk that can be watched and can fail, put under a program by LD_PRELOAD.
 *
 * Of the files in GIN_DISK_FOLDER it notes in GIN_DISK_LOG, in order, what is written, cut, brought
 * to the disk, made and removed. With GIN_DISK_WRITES=n every write after the n-th finds the disk
 * full (ENOSPC); with GIN_DISK_READONLY=1 nothing there can be opened for writing (EROFS). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { FILES = 1024, NAME = 128 };
static char names[FILES][NAME];
static int log_fd = -2;
static long writes_left = -1;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static void note(const char *head, const void *data, size_t size) {
  static ssize_t (*write_real)(int, const void *, size_t);
  if (!write_real) write_real = real("write");
  if (log_fd == -2) {
    const char *place = getenv("GIN_DISK_LOG"), *room = getenv("GIN_DISK_WRITES");
    int (*open_real)(const char *, int, ...) = real("open");
    log_fd = place ? open_real(place, O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
    writes_left = room ? atol(room) : -1;
  }
  if (log_fd < 0) return;
  char *all = malloc(strlen(head) + size);
  memcpy(all, head, strlen(head));
  if (size) memcpy(all + strlen(head), data, size);
  if (write_real(log_fd, all, strlen(head) + size) < 0) abort();
  free(all);
}

/* The name of a file in the watched folder, "." for the folder itself, or nothing. */
static const char *inside(const char *path) {
  const char *folder = getenv("GIN_DISK_FOLDER");
  size_t length = folder ? strlen(folder) : 0;
  if (!folder || strncmp(path, folder, length)) return NULL;
  if (!path[length]) return ".";
  return path[length] == '/' ? path + length + 1 : NULL;
}

static int opened(int fd, const char *path, int flags, int fresh) {
  char head[NAME + 32];
  const char *name = inside(path);
  if (fd < 0 || fd >= FILES) return fd;
  names[fd][0] = 0;
  if (!name) return fd;
  snprintf(names[fd], NAME, "%s", name);
  if (fresh && (flags & O_CREAT)) {
    snprintf(head, sizeof head, "create %s 0 0\n", name);
    note(head, NULL, 0);
  }
  return fd;
}

static int refused(const char *path, int flags) {
  if (!getenv("GIN_DISK_READONLY") || !inside(path)) return 0;
  return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
}

#define OPEN(symbol)                                                        \
  int symbol(const char *path, int flags, ...) {                            \
    static int (*next)(const char *, int, ...);                             \
    struct stat before;                                                     \
    mode_t mode = 0;                                                        \
    if (!next) next = real(#symbol);                                        \
    if (flags & O_CREAT) {                                                  \
      va_list rest;                                                         \
      va_start(rest, flags);                                                \
      mode = va_arg(rest, mode_t);                                          \
      va_end(rest);                                                         \
    }                                                                       \
    if (refused(path, flags)) return errno = EROFS, -1;                     \
    int fresh = stat(path, &before) != 0;                                   \
    return opened(next(path, flags, mode), path, flags, fresh);             \
  }
OPEN(open)
OPEN(open64)

static int full(int fd) {
  if (fd < 0 || fd >= FILES || !names[fd][0]) return 0;
  note("", NULL, 0);
  if (writes_left < 0) return 0;
  return writes_left ? (writes_left--, 0) : 1;
}

static void wrote(int fd, const void *data, ssize_t size, off_t at) {
  char head[NAME + 64];
  if (size < 0 || fd < 0 || fd >= FILES || !names[fd][0]) return;
  snprintf(head, sizeof head, "write %s %lld %zd\n", names[fd], (long long)at, size);
  note(head, data, (size_t)size);
}

#define PWRITE(symbol, offset)                                              \
  ssize_t symbol(int fd, const void *data, size_t size, offset at) {        \
    static ssize_t (*next)(int, const void *, size_t, offset);              \
    if (!next) next = real(#symbol);                                        \
    if (full(fd)) return errno = ENOSPC, -1;                                \
    ssize_t done = next(fd, data, size, at);                                \
    wrote(fd, data, done, at);                                              \
    return done;                                                            \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNC(symbol)                                                        \
  int symbol(int fd) {                                                      \
    static int (*next)(int);                                                \
    char head[NAME + 32];                                                   \
    if (!next) next = real(#symbol);                                        \
    int done = next(fd);                                                    \
    if (done == 0 && fd >= 0 && fd < FILES && names[fd][0]) {               \
      snprintf(head, sizeof head, "sync %s 0 0\n", names[fd]);              \
      note(head, NULL, 0);                                                  \
    }                                                                       \
    return done;                                                            \
  }
SYNC(fsync)
SYNC(fdatasync)

#define CUT(symbol, offset)                                                 \
  int symbol(int fd, offset size) {                                         \
    static int (*next)(int, offset);                                        \
    char head[NAME + 64];                                                   \
    if (!next) next = real(#symbol);                                        \
    int done = next(fd, size);                                              \
    if (done == 0 && fd >= 0 && fd < FILES && names[fd][0]) {               \
      snprintf(head, sizeof head, "cut %s %lld 0\n", names[fd], (long long)size); \
      note(head, NULL, 0);                                                  \
    }                                                                       \
    return done;                                                            \
  }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

int unlink(const char *path) {
  static int (*next)(const char *);
  char head[NAME + 32];
  const char *name = inside(path);
  if (!next) next = real("unlink");
  if (name && getenv("GIN_DISK_READONLY")) return errno = EROFS, -1;
  int done = next(path);
  if (done == 0 && name) {
    snprintf(head, sizeof head, "remove %s 0 0\n", name);
    note(head, NULL, 0);
  }
  return done;
}

int mkdir(const char *path, mode_t mode) {
  static int (*next)(const char *, mode_t);
  if (!next) next = real("mkdir");
  if (inside(path) && getenv("GIN_DISK_READONLY")) return errno = EROFS, -1;
  return next(path, mode);
}
