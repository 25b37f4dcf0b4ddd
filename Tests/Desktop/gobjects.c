// Counts the GObjects of the process that it is loaded into (LD_PRELOAD): GOBJECTS_FILE holds how many there are, as a
// number of 64 bits. All classes begin as copies of GObject's, whose functions are replaced before there are any others.
#define _GNU_SOURCE
#include <fcntl.h>
#include <glib-object.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic int64_t *count;
static GObject *(*construct)(GType, guint, GObjectConstructParam *);
static void (*finalize)(GObject *);

static GObject *counted_construct(GType type, guint number, GObjectConstructParam *properties) {
    atomic_fetch_add(count, 1);
    return construct(type, number, properties);
}

static void counted_finalize(GObject *object) {
    atomic_fetch_sub(count, 1);
    finalize(object);
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("GOBJECTS_FILE");
    unsetenv("LD_PRELOAD");
    int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0 || ftruncate(file, sizeof *count) != 0) return;
    void *page = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED) return;
    count = page;
    atomic_store(count, 0);
    GObjectClass *class = g_type_class_ref(G_TYPE_OBJECT);
    construct = class->constructor;
    finalize = class->finalize;
    class->constructor = counted_construct;
    class->finalize = counted_finalize;
}
