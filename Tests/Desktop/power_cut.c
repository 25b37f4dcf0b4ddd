// Keeps the files of the process that it is loaded into (LD_PRELOAD) as they were when they were last synced to the disk: a
// power cut leaves that much for certain, and no more. Only regular files below a folder count.
//
//   POWER_CUT_FOLDER   the folder
//   POWER_CUT_KEPT     the folder of the copies, outside of it; each lies there by the same path
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[PATH_MAX], kept[PATH_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *place = getenv("POWER_CUT_FOLDER"), *copies = getenv("POWER_CUT_KEPT");
    if (!place || !copies || !realpath(copies, kept) || !realpath(place, folder)) return;
    // Nothing that the program starts.
    unsetenv("LD_PRELOAD");
}

static void make_folders(char *path) {
    for (char *end = path + strlen(kept) + 1; (end = strchr(end, '/')); end++) {
        *end = 0;
        mkdir(path, 0700);
        *end = '/';
    }
}

// A copy that is not whole takes no other's place.
static void copy(int from, const char *to) {
    char new[PATH_MAX + 8], part[1 << 16];
    snprintf(new, sizeof new, "%s.new", to);
    int target = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (target < 0) return;
    ssize_t size;
    off_t place = 0;
    while ((size = pread(from, part, sizeof part, place)) > 0 && pwrite(target, part, (size_t)size, place) == size)
        place += size;
    close(target);
    if (size == 0) rename(new, to);
}

static void keep(int descriptor) {
    int saved = errno;
    char link[64], path[PATH_MAX], to[2 * PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    struct stat file;
    if (length > 0 && folder[0] && fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode)) {
        path[length] = 0;
        size_t start = strlen(folder);
        if (strncmp(path, folder, start) == 0 && path[start] == '/') {
            snprintf(to, sizeof to, "%s%s", kept, path + start);
            // What others write meanwhile may be on the disk or not.
            int own = open(link, O_RDONLY | O_CLOEXEC);
            if (own >= 0) {
                pthread_mutex_lock(&lock);
                make_folders(to);
                copy(own, to);
                pthread_mutex_unlock(&lock);
                close(own);
            }
        }
    }
    errno = saved;
}

#define SYNCING(name) \
    int name(int descriptor) { \
        static int (*real)(int); \
        if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, #name); \
        int status = real(descriptor); \
        if (status == 0) keep(descriptor); \
        return status; \
    }

SYNCING(fsync)
SYNCING(fdatasync)
