// Ends the process that it is loaded into (LD_PRELOAD) by SIGSEGV where a library works on what came from outside, as a
// mistake in that library would.
//
//   CRASHER_AT     "text": a text that has CRASHER_TEXT in it is laid out
//                  "picture": a picture is decoded
//                  "preparation": a sentence is asked for on another thread than the first, after the signal SIGUSR1
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *place = "", *searched;
static atomic_int armed;

static void arm(int signal) {
    (void)signal;
    atomic_store(&armed, 1);
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("CRASHER_AT");
    if (at) place = at;
    searched = getenv("CRASHER_TEXT");
    unsetenv("LD_PRELOAD");
    struct sigaction action = {.sa_handler = arm, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
}

static int is(const char *name) { return strcmp(place, name) == 0; }

static void crash(void) {
    for (;;) *(volatile int *)8 = 1;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

void pango_layout_set_text(void *layout, const char *text, int length) {
    REAL(pango_layout_set_text);
    size_t size = !text ? 0 : length < 0 ? strlen(text) : (size_t)length;
    if (is("text") && searched && size > 0 && memmem(text, size, searched, strlen(searched))) crash();
    real(layout, text, length);
}

int gdk_pixbuf_loader_write(void *loader, const unsigned char *data, size_t size, void **error) {
    REAL(gdk_pixbuf_loader_write);
    if (is("picture") && gettid() != getpid()) crash();
    return real(loader, data, size, error);
}

const char *g_dgettext(const char *domain, const char *text) {
    REAL(g_dgettext);
    if (is("preparation") && atomic_load(&armed) && gettid() != getpid()) crash();
    return real(domain, text);
}
