public import Foundation

// Programs log errors by NSLog("… %@", error), which needs this conformance; Foundation on Linux has it for strings only.
extension NSError: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The error's description, which a format's `%@` shows.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    /// The address of the description, for formats.
    public var _cVarArgEncoding: [Int] { NSString(string: description)._cVarArgEncoding }
}
