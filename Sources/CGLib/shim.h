// What Swift needs of GLib and Linux where there is no GTK: headers, and what they keep from Swift.
#pragma once

#include <glib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// prlimit(2) of the limit on core dumps; the C library declares it only where all GNU extensions are on.
static inline int cglib_core_limit(pid_t process, const struct rlimit *_Nullable limit, struct rlimit *_Nullable former) {
    return (int)syscall(SYS_prlimit64, process, RLIMIT_CORE, limit, former);
}
