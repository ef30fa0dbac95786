// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Programs log errors by NSLog("… %@", error), which needs this conformance; Foundation on Linux has it for strings only.
extension NSError: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The error's description, which a format's `%@` shows.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    /// The address of the description, for lists of arguments, which keep nothing alive: the description is never freed.
    public var _cVarArgEncoding: [Int] {
        [Int(bitPattern: Unmanaged.passRetained(NSString(string: description)).toOpaque())]
    }
}
