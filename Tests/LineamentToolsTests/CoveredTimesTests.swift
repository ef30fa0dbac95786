// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentTools

/// A cover by hand hides its place for as long as somebody asked for: in each frame that is on the screen meanwhile.
@Suite struct CoveredTimesTests {
    private static let rect = CGRect(x: 1, y: 2, width: 30, height: 40)

    /// Whatever the rate is and wherever a span lies, a frame is covered if and only if it is shown during the span, by milliseconds.
    @Test(arguments: 1...20) func framesAreCoveredIfTheyAreShownMeanwhile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var times = [Double.random(in: 0...0.1, using: &random)]
        for _ in 0..<60 { times.append((times.last ?? 0) + [0.04, 0.0417, 1, 4].randomElement(using: &random)!) }
        let from = Double(Int.random(in: 0...60, using: &random)) / 2
        let span = from...(from + Double(Int.random(in: 0...9, using: &random)) / 2)
        let area = CoveredArea(Self.rect, times: span)
        let input = PlannedInput(
            file: "a.mp4", sha256: "", width: 640, height: 360, frames: 61, areas: [PlannedArea(area)])
        for (index, time) in times.enumerated() {
            let end = index + 1 < times.count ? times[index + 1] : .infinity
            let (start, until) = ((time * 1000).rounded(), (end * 1000).rounded())
            let isShown = start <= span.upperBound * 1000 && until > span.lowerBound * 1000
            #expect(area.isCovered(from: time, until: end) == isShown, "\(time) to \(end) in \(span)")
            let size = CGSize(width: 640, height: 360)
            let planned = input.redaction(in: size, time: time, until: end, extent: .faces).areas
            #expect(planned.map(\.rect) == (isShown ? [Self.rect] : []))
        }
    }

    /// The times of a transport stream are not quite those of its frame rate, and the report rounds them.
    @Test func timesOfTheReportIncludeTheirFrame() {
        for frame in 1..<200 {
            let time = Double(frame) / 25 + 0.4e-3 * (frame.isMultiple(of: 2) ? 1 : -1)
            let printed = (time * 1000).rounded() / 1000
            let area = CoveredArea(Self.rect, times: printed...(printed + 1))
            #expect(area.isCovered(from: time, until: time + 0.04))
            #expect(!area.isCovered(from: time - 0.04, until: time))
        }
    }

    @Test(arguments: [
        ("1,2,30,40@1:00-2:00", 60.0...120), ("1,2,30,40@59.5-1:00.5", 59.5...60.5),
        ("1,2,30,40@1:02:03-1:02:04", 3723...3724),
    ]) func timesHaveMinutes(words: String, times: ClosedRange<Double>) throws {
        #expect(CoveredArea(words)?.times == times)
        #expect(OptionValues.areas.value(of: words) != nil)
    }

    @Test(arguments: ["1:60-2:00", "-1:00-2:00", "1:2:3:4-5", ":30-1:00", "1:-2:00"]) func otherTimesAreRefused(
        words: String
    ) {
        #expect(CoveredArea("1,2,30,40@" + words) == nil)
        #expect(OptionValues.areas.value(of: "1,2,30,40@" + words) == nil)
    }

    @Test func planOfAFileIsFoundByACapitalDigest() throws {
        let input = PlannedInput(file: "a.mp4", sha256: "AB01", width: 640, height: 360)
        let options = RedactionPlan.Options(subject: .faces, how: "fill", minDetectionConfidence: 0.3)
        let plan = RedactionPlan(program: "", options: options, inputs: [input])
        #expect(try plan.input(sha256: "ab01", file: "b.mp4") == input)
    }
}
