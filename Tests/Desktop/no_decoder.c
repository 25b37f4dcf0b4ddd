// Lets the process that it is loaded into (LD_PRELOAD) have no decoder of pictures, as where the sandbox of newer ones does not
// start; or, with the variable NO_DECODER, none as soon as there is a file of that name, and until then one that decodes
// nothing before it has the whole file, as those in a sandbox do. Icons of the desktop are read otherwise.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *g_object_get_data(void *object, const char *key);
void g_object_set_data_full(void *object, const char *key, void *data, void (*destroy)(void *));

struct held {
    unsigned char *bytes;
    size_t count;
};

static const char key[] = "held back";
static char *file;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("NO_DECODER");
    if (path) file = strdup(path);
    unsetenv("LD_PRELOAD");
}

static void discard(void *data) {
    struct held *held = data;
    free(held->bytes);
    free(held);
}

void *gdk_pixbuf_loader_new_with_type(const char *type, void **error) {
    void *(*make)(const char *, void **) = dlsym(RTLD_NEXT, "gdk_pixbuf_loader_new_with_type");
    if (!file || access(file, F_OK) == 0) return NULL;
    void *loader = make(type, error);
    if (loader) g_object_set_data_full(loader, key, calloc(1, sizeof(struct held)), discard);
    return loader;
}

int gdk_pixbuf_loader_write(void *loader, const unsigned char *bytes, size_t count, void **error) {
    int (*write)(void *, const unsigned char *, size_t, void **) = dlsym(RTLD_NEXT, "gdk_pixbuf_loader_write");
    struct held *held = g_object_get_data(loader, key);
    if (!held) return write(loader, bytes, count, error);
    unsigned char *longer = realloc(held->bytes, held->count + count);
    if (!longer) return 0;
    memcpy(longer + held->count, bytes, count);
    held->bytes = longer;
    held->count += count;
    return 1;
}

int gdk_pixbuf_loader_close(void *loader, void **error) {
    int (*write)(void *, const unsigned char *, size_t, void **) = dlsym(RTLD_NEXT, "gdk_pixbuf_loader_write");
    int (*close)(void *, void **) = dlsym(RTLD_NEXT, "gdk_pixbuf_loader_close");
    struct held *held = g_object_get_data(loader, key);
    if (!held || !held->bytes) return close(loader, error);
    int is_written = write(loader, held->bytes, held->count, error);
    return close(loader, is_written ? error : NULL) && is_written;
}
