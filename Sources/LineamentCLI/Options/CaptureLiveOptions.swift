// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

/// Where movements are sent as they happen.
struct CaptureLiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Send the movements of one person as they happen: vmc://HOST:39539, livelink://HOST:11111/NAME or \
            ifacialmocap://HOST:49983. May be repeated.
            """, valueName: "address"))
    var send: [String] = []

    @Flag(help: ArgumentHelp(CaptureChoices.table.help("calibrate")))
    var calibrate = false

    @Option(
        help: ArgumentHelp(
            "File of factors for blendshapes, such as {\"jawOpen\": 1.4}.", valueName: "path"),
        completion: .file())
    var gains: String?

    func validate() throws {
        _ = try addresses
        guard send.isEmpty, calibrate || gains != nil else { return }
        throw ValidationError("\(calibrate ? "--calibrate" : "--gains") is for movements that are sent. Add --send.")
    }

    /// The receivers.
    /// - Throws: `ValidationError` if one is not an address.
    var addresses: [LiveAddress] {
        get throws { try ValidationError.translating { try send.map { try LiveAddress($0) } } }
    }

    /// Opens a socket for each receiver.
    /// - Parameter rate: The number of frames in a second.
    /// - Throws: `LineamentError` if a host is not known, or if the gains cannot be read.
    func sender(rate: Double) throws -> LiveSender {
        var factors = ShapeGains()
        if let gains {
            guard let data = FileManager.default.contents(atPath: gains) else {
                throw LineamentError(.notFound, "--gains \(gains) cannot be read.")
            }
            factors = try LineamentError.naming("--gains \(gains)") { try ShapeGains(json: data) }
        }
        return try LiveSender(to: addresses, rate: rate, calibrates: calibrate, gains: factors)
    }
}
