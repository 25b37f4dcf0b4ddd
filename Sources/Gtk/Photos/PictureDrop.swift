import CGtk
public import Foundation
import GLib

extension Widget {
    /// Takes a picture that is dropped on the widget. `onHover` tells while one is over it. `isWelcome` says whether one is taken
    /// now. The handler is called at the drop, with a task that reads the bytes.
    public final func onPictureDropped(
        isWelcome: @escaping @MainActor () -> Bool, onHover: @escaping @MainActor (Bool) -> Void,
        _ handler: @escaping @MainActor (Task<Result<Data, PhotoProblem>, Never>) -> Void
    ) {
        // GtkDropTarget would decode the picture itself, without any limit.
        guard let target = gtk_drop_target_async_new(nil, GDK_ACTION_COPY),
            let motion = gtk_drop_controller_motion_new()
        else { return }
        let drops = Object(borrowing: UnsafeMutableRawPointer(target))
        drops.answer("accept") { arguments in
            guard isWelcome(), let drop = arguments.object(0) else { return false }
            return PictureIntake.type(among: gdk_drop_get_formats(OpaquePointer(drop))) != nil
        }
        drops.answer("drop") { arguments in
            guard let pointer = arguments.object(0) else { return false }
            let drop = Object(borrowing: pointer)
            guard let type = PictureIntake.type(among: gdk_drop_get_formats(drop.opaque)) else { return false }
            handler(Task { await PictureIntake.take(drop, as: type) })
            return true
        }
        let controller = motion
        Object(borrowing: UnsafeMutableRawPointer(motion)).onChange(of: "contains-pointer") {
            let isOver = gtk_drop_controller_motion_contains_pointer(controller) != 0
            let formats = gtk_drop_controller_motion_get_drop(controller).flatMap { gdk_drop_get_formats($0) }
            onHover(isOver && isWelcome() && PictureIntake.type(among: formats) != nil)
        }
        // The widget takes the only references of the new controllers.
        gtk_widget_add_controller(widget, target)
        gtk_widget_add_controller(widget, motion)
    }
}

extension PictureIntake {
    /// The bytes that were dropped.
    fileprivate static func take(_ drop: Object, as type: ContentType) async -> Result<Data, PhotoProblem> {
        do throws(PhotoProblem) {
            let bytes = try await take(type) { cancellable, done, data in
                var types = [UnsafePointer(type.copy), nil]
                gdk_drop_read_async(drop.opaque, &types, G_PRIORITY_DEFAULT, cancellable, done, data)
            } finish: { result, error in
                gdk_drop_read_finish(drop.opaque, result, nil, error)
            }
            gdk_drop_finish(drop.opaque, GDK_ACTION_COPY)
            return .success(bytes)
        } catch {
            gdk_drop_finish(drop.opaque, GdkDragAction(rawValue: 0))
            return .failure(error)
        }
    }
}
