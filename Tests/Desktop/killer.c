// Kills the process that it is loaded into (LD_PRELOAD) before one of its calls that change files: as a power cut would, but
// at a place that can be chosen. One counter for all threads; only files below a folder count.
//
//   KILLER_FOLDER   the folder
//   KILLER_AT       the call before which the process ends, counted from 1; none for 0
//   KILLER_COUNT    a file, outside of the folder, that holds the number of calls so far, as text
//   KILLER_ARMED    counts from the beginning if it is set; else from the signal SIGUSR1 on
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int armed;
static atomic_long calls;
static long last;
static int counter = -1;
static char folder[PATH_MAX];

static void arm(int signal) {
    (void)signal;
    atomic_store(&armed, 1);
}

__attribute__((constructor)) static void begin(void) {
    const char *place = getenv("KILLER_FOLDER"), *at = getenv("KILLER_AT"), *count = getenv("KILLER_COUNT");
    if (!place || !realpath(place, folder)) return;
    last = at ? atol(at) : 0;
    if (count) counter = (int)syscall(SYS_openat, AT_FDCWD, count, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    // What the program starts is not to be killed.
    unsetenv("LD_PRELOAD");
    struct sigaction action = {.sa_handler = arm, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    atomic_store(&armed, getenv("KILLER_ARMED") != NULL);
}

static void count(void) {
    int saved = errno;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (number == last) {
        syscall(SYS_kill, getpid(), SIGKILL);
        for (;;) pause();
    }
    if (counter >= 0) {
        char text[32];
        int length = snprintf(text, sizeof text, "%-20ld\n", number);
        syscall(SYS_pwrite64, counter, text, (size_t)length, 0L);
    }
    errno = saved;
}

static int is_below(const char *path) {
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0;
}

static void on_descriptor(int descriptor) {
    if (!atomic_load(&armed)) return;
    int saved = errno;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = saved;
    if (length <= 0) return;
    path[length] = 0;
    if (is_below(path)) count();
}

static void on_path(int at, const char *path) {
    if (!atomic_load(&armed) || !path) return;
    if (path[0] != '/' && at != AT_FDCWD) return on_descriptor(at);
    if (is_below(path)) count();
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define OF_DESCRIPTOR(type, name, parameters, arguments) \
    type name parameters { \
        REAL(name); \
        on_descriptor(descriptor); \
        return real arguments; \
    }

#define OF_PATH(name, parameters, at, path, arguments) \
    int name parameters { \
        REAL(name); \
        on_path(at, path); \
        return real arguments; \
    }

OF_DESCRIPTOR(ssize_t, write, (int descriptor, const void *data, size_t size), (descriptor, data, size))
OF_DESCRIPTOR(ssize_t, pwrite, (int descriptor, const void *data, size_t size, off_t at), (descriptor, data, size, at))
OF_DESCRIPTOR(ssize_t, pwrite64, (int descriptor, const void *data, size_t size, off64_t at), (descriptor, data, size, at))
OF_DESCRIPTOR(ssize_t, writev, (int descriptor, const struct iovec *data, int count), (descriptor, data, count))
OF_DESCRIPTOR(int, ftruncate, (int descriptor, off_t size), (descriptor, size))
OF_DESCRIPTOR(int, ftruncate64, (int descriptor, off64_t size), (descriptor, size))
OF_DESCRIPTOR(int, fsync, (int descriptor), (descriptor))
OF_DESCRIPTOR(int, fdatasync, (int descriptor), (descriptor))
OF_DESCRIPTOR(int, fchmod, (int descriptor, mode_t mode), (descriptor, mode))
OF_PATH(rename, (const char *from, const char *to), AT_FDCWD, to, (from, to))
OF_PATH(renameat, (int a, const char *from, int b, const char *to), b, to, (a, from, b, to))
OF_PATH(unlink, (const char *path), AT_FDCWD, path, (path))
OF_PATH(unlinkat, (int at, const char *path, int flags), at, path, (at, path, flags))
OF_PATH(rmdir, (const char *path), AT_FDCWD, path, (path))
OF_PATH(mkdir, (const char *path, mode_t mode), AT_FDCWD, path, (path, mode))
OF_PATH(mkdirat, (int at, const char *path, mode_t mode), at, path, (at, path, mode))
OF_PATH(chmod, (const char *path, mode_t mode), AT_FDCWD, path, (path, mode))

static int changes(int flags) { return flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC); }

#define OPENING(name, parameters, at, arguments) \
    int name parameters { \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        REAL(name); \
        if (changes(flags)) on_path(at, path); \
        return real arguments; \
    }

OPENING(open, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPENING(open64, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPENING(openat, (int at, const char *path, int flags, ...), at, (at, path, flags, mode))
OPENING(openat64, (int at, const char *path, int flags, ...), at, (at, path, flags, mode))
