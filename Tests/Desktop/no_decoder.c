// Lets the process that it is loaded into (LD_PRELOAD) have no decoder of pictures, as where the sandbox of newer ones does not
// start. Icons of the desktop are read otherwise.
#include <stddef.h>
#include <stdlib.h>

__attribute__((constructor)) static void begin(void) {
    unsetenv("LD_PRELOAD");
}

void *gdk_pixbuf_loader_new_with_type(const char *type, void **error) {
    (void)type;
    if (error) *error = NULL;
    return NULL;
}
