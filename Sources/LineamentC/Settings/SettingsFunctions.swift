// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Lineament

@_cdecl("lineament_settings_create")
package func lineamentSettingsCreate(
    _ name: UnsafePointer<CChar>?, _ settings: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(settings, "settings", message) {
        Settings(try SettingsKind.named(String(utf8: required(name, "name"), "name")))
    }
}

@_cdecl("lineament_settings_set")
package func lineamentSettingsSet(
    _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let name = try String(utf8: required(name, "name"), "name")
        let value = try String(utf8: required(value, "value"), name)
        try HandleTable.object(settings, Settings.self).set(name, to: value)
    }
}

@_cdecl("lineament_settings_set_image")
package func lineamentSettingsSetImage(
    _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ image: OpaquePointer?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let name = try String(utf8: required(name, "name"), "name")
        try HandleTable.object(settings, Settings.self).set(name, to: taskImage(of: image).pixels.packed())
    }
}

@_cdecl("lineament_settings_close")
package func lineamentSettingsClose(_ settings: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(settings, Settings.self) }
}
