// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Lineament
@testable import LiteRT

/// A question to the runtime that only tests ask.
enum XNNPACK {
    /// Returns whether XNNPACK executes the whole graph of a model; the runtime's own kernels are many times slower.
    static func executes(_ compiled: LiteRTCompiledModel) throws -> Bool {
        typealias Function = @convention(c) (OpaquePointer, UnsafeMutablePointer<Bool>) -> Int32
        let path = try #require(AssetFolders.find("lib", Runtime.libraryName)).path
        let symbol = try #require(dlsym(dlopen(path, RTLD_NOW), "LiteRtCompiledModelIsFullyAccelerated"))
        var result = false
        return unsafeBitCast(symbol, to: Function.self)(compiled.handle, &result) == 0 && result
    }
}
