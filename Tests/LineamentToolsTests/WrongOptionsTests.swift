// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentTools
import Testing

/// Options of crops and redaction that mean nothing are refused before anything is loaded.
@Suite struct WrongOptionsTests {
    @Test(arguments: [
        CropTemplate.square(side: 3, margin: 0.25), .square(side: nil, margin: -1), .square(side: nil, margin: .nan),
        .arcface(side: 100), .ffhq(side: 0), .passport(height: 100_000),
    ])
    func templates(template: CropTemplate) {
        var options = CropperOptions()
        options.subject = .faces(template)
        #expect(code { _ = try Cropper(options: options) } == .invalidArgument)
    }

    @Test func otherOptionsOfCrops() {
        var people = CropperOptions()
        people.subject = .people(longerSide: 5, margin: 0)
        #expect(code { _ = try Cropper(options: people) } == .invalidArgument)
        var small = CropperOptions()
        small.minSize = -1
        #expect(code { _ = try Cropper(options: small) } == .invalidArgument)
        var bad = CropperOptions()
        bad.minQuality = 50
        #expect(code { _ = try Cropper(options: bad) } == .invalidArgument)
    }

    @Test(arguments: [CGRect(x: 0, y: 0, width: 0, height: 5), CGRect(x: 0, y: 0, width: Double.nan, height: 5)])
    func covers(rect: CGRect) {
        var options = RedactorOptions()
        options.covers = [CoveredArea(rect)]
        #expect(code { try options.check(hasVideos: false) } == .invalidArgument)
    }

    @Test func messagesHaveSingleSpaces() {
        var options = RedactorOptions()
        options.minDetectionConfidence = 2
        let error = #expect(throws: LineamentError.self) { try options.check(hasVideos: false) }
        #expect(error?.message == "minDetectionConfidence must be from 0 to 1, not 2.0.")
    }

    private func code(_ body: () throws -> Void) -> LineamentError.Code? {
        do { try body() } catch { return (error as? LineamentError)?.code }
        return nil
    }
}
