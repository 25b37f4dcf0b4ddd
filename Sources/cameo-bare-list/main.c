// The least that a libadwaita program with a list of people can be: an application, a window, and a GtkListView over a
// lazy model of 100,000 rows, a texture and a label each. It stores nothing. `scripts/bench` measures the start of Cameo
// against its start, so it is written in C, without any other runtime.
#include <adwaita.h>

#define ROWS 100000
#define PICTURES 64
#define SIDE 50

static GdkTexture *pictures[PICTURES];

// The model makes an item when GTK asks for it.
typedef struct {
    GObject parent;
} BareListModel;
typedef struct {
    GObjectClass parent;
} BareListModelClass;

static GType item_type(GListModel *model) { return GTK_TYPE_STRING_OBJECT; }

static guint item_count(GListModel *model) { return ROWS; }

static gpointer item(GListModel *model, guint position) {
    if (position >= ROWS) return NULL;
    g_autofree char *name = g_strdup_printf("Somebody With a Name %u", position);
    return gtk_string_object_new(name);
}

static void implement_list_model(GListModelInterface *interface) {
    interface->get_item_type = item_type;
    interface->get_n_items = item_count;
    interface->get_item = item;
}

G_DEFINE_TYPE_WITH_CODE(
    BareListModel, bare_list_model, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, implement_list_model))

static void bare_list_model_class_init(BareListModelClass *class) {}

static void bare_list_model_init(BareListModel *model) {}

// A texture of one colour.
static GdkTexture *make_picture(guint number) {
    guint8 pixels[SIDE * SIDE * 4];
    for (guint i = 0; i < SIDE * SIDE; i++) {
        pixels[4 * i] = number * 37 % 256;
        pixels[4 * i + 1] = number * 91 % 256;
        pixels[4 * i + 2] = number * 59 % 256;
        pixels[4 * i + 3] = 255;
    }
    g_autoptr(GBytes) bytes = g_bytes_new(pixels, sizeof pixels);
    return gdk_memory_texture_new(SIDE, SIDE, GDK_MEMORY_R8G8B8A8, bytes, SIDE * 4);
}

static void set_up(GtkListItemFactory *factory, GtkListItem *list_item) {
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *picture = gtk_picture_new();
    GtkWidget *label = gtk_label_new(NULL);
    gtk_widget_set_size_request(row, -1, 66);
    gtk_widget_set_size_request(picture, SIDE, SIDE);
    gtk_widget_set_valign(picture, GTK_ALIGN_CENTER);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_box_append(GTK_BOX(row), picture);
    gtk_box_append(GTK_BOX(row), label);
    gtk_list_item_set_child(list_item, row);
}

static void bind(GtkListItemFactory *factory, GtkListItem *list_item) {
    GtkWidget *row = gtk_list_item_get_child(list_item);
    GtkStringObject *name = gtk_list_item_get_item(list_item);
    GdkTexture *picture = pictures[gtk_list_item_get_position(list_item) % PICTURES];
    gtk_picture_set_paintable(GTK_PICTURE(gtk_widget_get_first_child(row)), GDK_PAINTABLE(picture));
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_last_child(row)), gtk_string_object_get_string(name));
}

static void activate(GtkApplication *application) {
    for (guint i = 0; i < PICTURES; i++) pictures[i] = make_picture(i);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    GListModel *model = g_object_new(bare_list_model_get_type(), NULL);
    GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_single_selection_new(model)), factory);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
    GtkWidget *window = adw_application_window_new(application);
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), scrolled);
    gtk_window_set_default_size(GTK_WINDOW(window), 960, 680);
    gtk_window_present(GTK_WINDOW(window));
}

int main(void) {
    AdwApplication *application =
        adw_application_new("io.github.cameo_contacts.BareList", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    return g_application_run(G_APPLICATION(application), 0, NULL);
}
