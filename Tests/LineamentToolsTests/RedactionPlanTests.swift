// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentTools

/// Plans of redactions: what they cover, how they are written and read, and where they say to look.
@Suite struct RedactionPlanTests {
    private static let size = CGSize(width: 1920, height: 1080)

    /// Returns the areas of a face that walks about, jumps and changes its size, and is away at times.
    private static func walk(_ generator: inout SeededGenerator, track: Int, frames: Int) -> [RedactedArea?] {
        var box = CGRect(x: 400, y: 300, width: 120, height: 150)
        var way = SIMD2<Double>(4, 1)
        return (0..<frames).map { frame in
            if frame % 50 == 0 {
                way = SIMD2(.random(in: -20...20, using: &generator), .random(in: -9...9, using: &generator))
            }
            if frame % 170 == 169 { box.origin = CGPoint(x: 900, y: 200) }
            let growth = Double.random(in: 0.97...1.03, using: &generator)
            box = box.offsetBy(dx: way.x + .random(in: -2...2, using: &generator), dy: way.y)
            box.size = CGSize(width: max(9, box.width * growth), height: max(11, box.height * growth))
            guard frame % 90 > 8 else { return nil }
            return RedactedArea(face: box, extent: .faces, score: 0.9, trackID: track)
        }
    }

    /// What a direct run covers, the plan covers, after it was written and read.
    @Test(arguments: 1...6) func planCoversWhatTheAnalysisFound(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let walks = (1...3).map { Self.walk(&generator, track: $0, frames: 700) }
        var recorder = PlanRecorder()
        let times = (0..<700).map { Double($0) / 29.97 }
        for (frame, time) in times.enumerated() {
            recorder.add(Redaction(areas: walks.compactMap { $0[frame] }), in: Self.size, time: time)
        }
        let made = Self.plan(recorder.input(file: "clip.mp4", sha256: "ab"))
        let input = try RedactionPlan(json: made.json).inputs[0]
        #expect(input.frames == 700)
        for (frame, time) in times.enumerated() {
            let covers = input.redaction(in: Self.size, time: time, extent: .faces).areas
            let found = walks.compactMap { $0[frame] }
            #expect(covers.count == found.count)
            for area in found {
                let cover = try #require(covers.first { $0.trackID == area.trackID })
                #expect(cover.rect.containsEllipse(in: area.rect), "frame \(frame): \(cover.rect) and \(area.rect)")
                #expect(cover.rect.isNear(area.rect), "frame \(frame): \(cover.rect) and \(area.rect)")
                #expect(cover.faceWidth >= area.faceWidth * 0.999, "frame \(frame)")
            }
        }
        let keys = input.tracks.flatMap(\.spans).map(\.keys.count).reduce(0, +)
        #expect(keys < 700)
    }

    /// Of a camera with thousands of frames a second, several belong to the same millisecond of a plan.
    @Test func planCoversAllFramesOfAMillisecond() throws {
        var recorder = PlanRecorder()
        let found = (0..<60).map { frame in
            RedactedArea(
                face: CGRect(x: 300 + 9 * frame, y: 300 + 5 * frame, width: 60, height: 70), extent: .faces, score: 0.9,
                trackID: 1)
        }
        for (frame, area) in found.enumerated() {
            recorder.add(Redaction(areas: [area]), in: Self.size, time: Double(frame) / 3000)
        }
        let input = try RedactionPlan(json: Self.plan(recorder.input(file: "a.mp4", sha256: "")).json).inputs[0]
        for (frame, area) in found.enumerated() {
            let covers = input.redaction(in: Self.size, time: Double(frame) / 3000, extent: .faces).areas
            let cover = try #require(covers.first)
            #expect(cover.rect.containsEllipse(in: area.rect), "frame \(frame): \(cover.rect) and \(area.rect)")
        }
    }

    /// What somebody called a person or an area stays in the plan.
    @Test func namesAreKept() throws {
        let key = PlannedKey(CGRect(x: 0, y: 0, width: 9, height: 9))
        var area = PlannedArea(shape: .ellipse, keys: [key])
        var track = PlannedTrack(number: 1, score: 1, spans: [area])
        track.name = "Anna \"A.\" ☂"
        area.name = "asked for by the neighbor"
        let input = PlannedInput(file: "a.png", sha256: "", width: 9, height: 9, tracks: [track], areas: [area])
        let read = try RedactionPlan(json: Self.plan(input).json).inputs[0]
        #expect(read.tracks == [track])
        #expect(read.areas == [area])
    }

    /// The service ends the work on a plan with more covers than it has time for.
    @Test func workOnAPlanCanBeEnded() {
        let key = PlannedKey(CGRect(x: 0, y: 0, width: 9, height: 9))
        let track = PlannedTrack(number: 1, score: 1, spans: [PlannedArea(shape: .ellipse, keys: [key])])
        let input = PlannedInput(
            file: "a.png", sha256: "", width: 1920, height: 1080, tracks: [PlannedTrack](repeating: track, count: 5))
        var count = 0
        #expect(throws: CancellationError.self) {
            try input.redaction(in: Self.size, time: nil, until: nil, extent: .faces) {
                count += 1
                if count == 3 { throw CancellationError() }
            }
        }
        #expect(count == 3)
    }

    /// A face that stands still has few keys.
    @Test func stillFacesHaveFewKeys() throws {
        var recorder = PlanRecorder()
        let face = CGRect(x: 100, y: 100, width: 50, height: 60)
        for frame in 0..<300 {
            let area = RedactedArea(face: face, extent: .heads, score: 0.8, trackID: 4)
            recorder.add(Redaction(areas: [area]), in: Self.size, time: Double(frame) / 30)
        }
        let track = try #require(recorder.input(file: "a.mp4", sha256: "").tracks.first)
        #expect(track.number == 4)
        #expect(track.spans.map(\.keys.count) == [2])
    }

    /// A thumbnail is made of the place where a face is seen best, and stays with its track; it changes nothing that is covered.
    @Test func thumbnailsShowTheBestPlace() throws {
        var recorder = PlanRecorder()
        var asked: [CGRect] = []
        for (frame, score) in [0.4, 0.9, 0.91, 0.5].enumerated() {
            let face = CGRect(x: 100 + 10 * frame, y: 100, width: 100, height: 120)
            let area = RedactedArea(face: face, extent: .faces, score: Float(score), trackID: 3)
            recorder.add(Redaction(areas: [area]), in: Self.size, time: Double(frame) / 30) { rect in
                asked.append(rect)
                return "data:image/jpeg;base64,\(asked.count)"
            }
        }
        let plan = Self.plan(recorder.input(file: "a.mp4", sha256: ""))
        #expect(plan.inputs[0].tracks.map(\.thumbnail) == ["data:image/jpeg;base64,2"])
        // The third is hardly better than the second.
        #expect(asked.map(\.minX) == asked.map(\.minX).sorted())
        #expect(asked.count == 2)
        var other = try RedactionPlan(json: plan.json)
        #expect(other.inputs[0].tracks[0].thumbnail == "data:image/jpeg;base64,2")
        other.inputs[0].tracks[0].thumbnail = nil
        #expect(!other.json.contains("thumbnail"))
        let areas = [plan, other].map { $0.inputs[0].redaction(in: Self.size, time: 0.05, extent: .faces).areas }
        #expect(areas[0] == areas[1])
    }

    @Test func facesOfAnImageHaveThumbnailsOfTheirOwn() {
        var recorder = PlanRecorder()
        let areas = [10.0, 300].map { x in
            RedactedArea(face: CGRect(x: x, y: 20, width: 50, height: 60), extent: .faces, score: 0.8)
        }
        recorder.add(Redaction(areas: areas), in: Self.size, time: nil) { $0.minX < 100 ? "left" : "right" }
        #expect(recorder.input(file: "a.png", sha256: "").tracks.map(\.thumbnail) == ["left", "right"])
    }

    @Test func imagesHaveOneKeyForEachFace() throws {
        var recorder = PlanRecorder(covers: [CoveredArea(CGRect(x: 1, y: 2, width: 3, height: 4))])
        let faces = [10.0, 300].map { CGRect(x: $0, y: 20, width: 50, height: 60) }
        var redaction = Redaction(areas: [RedactedArea(face: faces[0], extent: .faces, score: 0.4)])
        redaction.keptAreas = [RedactedArea(face: faces[1], extent: .faces, score: 0.9)]
        recorder.add(redaction, in: Self.size, time: nil)
        let input = try RedactionPlan(json: Self.plan(recorder.input(file: "a.png", sha256: "")).json).inputs[0]
        #expect(!input.isVideo)
        #expect(input.tracks.map(\.keep) == [false, true])
        #expect(input.look.map(\.kind) == [.weak])
        let areas = input.redaction(in: Self.size, time: nil, extent: .faces).areas
        #expect(areas.count == 2)
        #expect(areas.last?.shape == .rectangle)
        #expect(areas.last?.rect == CGRect(x: 1, y: 2, width: 3, height: 4))
    }

    /// A cover without an end is written with the latest time that is read again.
    @Test(arguments: [5...Double.infinity, 0...9e8, -Double.infinity...2]) func coversMayLastForEver(
        times: ClosedRange<Double>
    ) throws {
        var recorder = PlanRecorder(covers: [CoveredArea(CGRect(x: 1, y: 2, width: 3, height: 4), times: times)])
        recorder.add(Redaction(areas: []), in: Self.size, time: 0)
        let plan = Self.plan(recorder.input(file: "a.mp4", sha256: "ab"))
        let read = try RedactionPlan(json: plan.json)
        #expect(read == plan)
        #expect(read.inputs[0].areas[0].rect(at: 1000 * Int(max(0, times.lowerBound)) + 500) != nil)
    }

    /// A cover of everything, however large, is written and read again, and takes no time.
    @Test(.timeLimit(.minutes(1)), arguments: [1e7, 1e300, .infinity, .nan])
    func coversMayBeLarge(side: Double) throws {
        let whole = CGRect(x: -side / 2, y: -side / 2, width: side, height: side)
        var recorder = PlanRecorder(covers: [CoveredArea(whole), CoveredArea(CGRect.infinite)])
        for frame in 0..<3 {
            let areas = [RedactedArea(face: whole, extent: .faces, score: 1, trackID: 1)]
            recorder.add(Redaction(areas: areas), in: Self.size, time: Double(frame) / 25)
        }
        let plan = Self.plan(recorder.input(file: "a.mp4", sha256: "ab"))
        let read = try RedactionPlan(json: plan.json).inputs[0]
        #expect(read.tracks.map(\.number) == [1])
        let frame = CGRect(origin: .zero, size: Self.size)
        #expect(read.areas[1].rect(at: 40)?.contains(frame) == true)
        guard side < .infinity else { return }
        #expect(read.areas[0].rect(at: 40)?.contains(frame) == true)
        #expect(read.tracks[0].spans[0].rect(at: 40)?.contains(frame) == true)
    }

    /// A frame that was not analyzed is in no plan: rendered, it would show everybody.
    @Test(arguments: [(0.0, nil), (2, 1.0)] as [(Double, Double?)]) func framesOutsideOfThePlanAreRefused(
        start: Double, duration: Double?
    ) throws {
        var recorder = PlanRecorder()
        for frame in 0..<25 { recorder.add(Redaction(areas: []), in: Self.size, time: start + Double(frame) / 25) }
        var plan = Self.plan(recorder.input(file: "a.mp4", sha256: "ab"))
        plan.options.start = start
        plan.options.duration = duration
        for time in [0, 0.5, 0.96] { try plan.check(start + time, in: plan.inputs[0]) }
        for time in [start - 1, start + 1.2, .nan, .infinity] {
            #expect(throws: LineamentError.self) { try plan.check(time, in: plan.inputs[0]) }
        }
    }

    /// Rectangles, whose sizes are rounded, contain themselves, so keys of what stands still need not grow.
    @Test func stillRectanglesDoNotGrow() {
        let rect = CGRect(x: 72.1, y: 19.7, width: 159.1, height: 190.8)
        let samples = (0..<50).map { PlannedCovers.Sample(milliseconds: $0 * 40, rect: rect) }
        let area = PlannedCovers(samples, shape: .rectangle).area
        #expect(area.keys.count == 2)
        #expect(area.keys.allSatisfy { $0.rect.width < rect.width + 0.3 })
    }

    /// An edited plan keeps tracks visible, and covers what was drawn while it moves.
    @Test func editsAreRendered() throws {
        let input = try RedactionPlan(json: Self.edited).inputs[0]
        func areas(_ time: Double) -> [RedactedArea] {
            input.redaction(in: CGSize(width: 640, height: 360), time: time, extent: .faces).areas
        }
        #expect(areas(0).map(\.trackID) == [2])
        #expect(areas(1.5).map(\.rect) == [CGRect(x: 50, y: 10, width: 30, height: 20)])
        #expect(areas(1.5).map(\.shape) == [.rectangle])
        #expect(areas(3).isEmpty)
        let kept = input.redaction(in: CGSize(width: 640, height: 360), time: 0.2, extent: .faces).keptTracks
        #expect(kept == [1])
        let large = input.redaction(in: CGSize(width: 1280, height: 720), time: 1.5, extent: .faces).areas
        #expect(large.map(\.rect) == [CGRect(x: 100, y: 20, width: 60, height: 40)])
    }

    @Test func whatIsReadIsWrittenAgain() throws {
        let plan = try RedactionPlan(json: Self.edited)
        #expect(try RedactionPlan(json: plan.json) == plan)
    }

    @Test(arguments: [
        ("\"keep\": true", "\"keep\": 1", "Line 12: inputs[0].tracks[0].keep must be true or false, not 1."),
        ("\"keep\": true", "\"keeep\": true", "Line 12: inputs[0].tracks[0].keeep is not known."),
        ("\"at\": 2,", "\"at\": 1,", "Line 23: inputs[0].areas[0].keys[1] must have a time, at, later"),
        ("\"rectangle\"", "\"star\"", "Line 20: inputs[0].areas[0].shape must be ellipse or rectangle, not \"star\"."),
        ("\"width\": 30,", "\"width\": 0,", "Line 22: inputs[0].areas[0].keys[0].width must be greater than 0."),
        ("\"sha256\": \"ab\",", "", "Line 5: inputs[0] lacks sha256."),
        ("\"lineamentPlan\": 1", "\"lineamentPlan\": 2", "Line 2: lineamentPlan must be 1"),
        ("\"fill\"", "fill", "Line 3: options.how needs a value here, not \"f\"."),
        ("\"from\": 1,", "\"from\": 3,", "Line 21: inputs[0].areas[0].to must not be before from."),
    ]) func errorsNameTheLineAndTheKey(old: String, new: String, message: String) throws {
        let place = try #require(Self.edited.range(of: old))
        let text = Self.edited.replacingCharacters(in: place, with: new)
        let error = #expect(throws: LineamentError.self) { try RedactionPlan(json: text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("2", true), ("2.0", true), ("20e-1", true), ("0.2E+1", true), ("02", false), ("2.", false), ("+2", false),
        ("2e", false), ("2.0.0", false), ("--2", false),
    ]) func numbersHaveTheFormOfJSON(number: String, isOne: Bool) throws {
        let text = Self.edited.replacingOccurrences(of: "\"at\": 2,", with: "\"at\": \(number),")
        guard !isOne else {
            #expect(try RedactionPlan(json: text) == RedactionPlan(json: Self.edited))
            return
        }
        let error = #expect(throws: LineamentError.self) { try RedactionPlan(json: text) }
        let message = "Line 23: inputs[0].areas[0].keys[1].at is no number: \(number)."
        #expect(error?.message == message)
    }

    @Test func anotherFileIsRefused() throws {
        let plan = try RedactionPlan(json: Self.edited)
        #expect(try plan.input(sha256: "ab", file: "renamed.mp4").file == "clip.mp4")
        let error = #expect(throws: LineamentError.self) { try plan.input(sha256: "cd", file: "clip.mp4") }
        #expect(error?.message.contains("is not the file that the plan was made of") == true)
    }

    /// Somebody who turns away and back is the first to look at.
    @Test func turnedHeadsComeFirst() throws {
        var recorder = PlanRecorder()
        for frame in 0..<200 {
            let box = CGRect(x: 800, y: 400, width: 100, height: 120)
            let isThere = frame < 60 || frame >= 120
            var redaction = Redaction(
                areas: isThere
                    ? [RedactedArea(face: box, extent: .faces, score: 0.9, trackID: frame < 60 ? 1 : 2)] : [])
            redaction.beginsScene = frame == 0 || frame == 180
            if frame == 59 { redaction.endedTracks = [1] }
            recorder.add(redaction, in: Self.size, time: Double(frame) / 30)
        }
        let look = recorder.input(file: "a.mp4", sha256: "").look
        #expect(look.map(\.kind) == [.away, .begins, .cut])
        #expect(look.first?.from == 1967)
        #expect(look.first?.to == 4000)
    }

    private static func plan(_ input: PlannedInput) -> RedactionPlan {
        RedactionPlan(
            program: "test", options: .init(subject: .faces, how: "blur", minDetectionConfidence: 0.3), inputs: [input])
    }

    private static let edited = """
        {
          "lineamentPlan": 1,
          "program": "by hand", "options": {"what": "faces", "how": "fill"},
          "inputs": [
            {
              "file": "clip.mp4",
              "sha256": "ab",
              "width": 640, "height": 360, "frames": 90,
              "tracks": [
                {
                  "number": 1,
                  "keep": true,
                  "spans": [{"from": 0, "to": 1, "keys": [{"at": 0, "x": 1, "y": 2, "width": 31, "height": 40}]}]
                },
                {"number": 2, "keep": false, "score": 0.5,
                 "spans": [{"from": 0, "to": 0.4, "keys": [{"at": 0, "x": 9, "y": 2, "width": 31, "height": 40}]}]}
              ],
              "areas": [
                {
                  "shape": "rectangle",
                  "from": 1, "to": 2.5, "keys": [
                    {"at": 1, "x": 0, "y": 10, "width": 30, "height": 20},
                    {"at": 2, "x": 100, "y": 10, "width": 30, "height": 20}
                  ]
                }
              ]
            }
          ]
        }
        """
}

extension CGRect {
    /// Returns whether the ellipse in this rectangle contains that in another.
    fileprivate func containsEllipse(in other: CGRect) -> Bool {
        (0..<720).allSatisfy { step in
            let angle = Double(step) * .pi / 360
            let point = SIMD2(
                other.midX + cos(angle) * other.width / 2 - midX, other.midY + sin(angle) * other.height / 2 - midY)
            let share = point / SIMD2(width / 2, height / 2)
            return (share * share).sum() <= 1 + 1e-6
        }
    }

    /// Returns whether no edge is further from that of another rectangle than a plan says.
    fileprivate func isNear(_ other: CGRect) -> Bool {
        let (across, down) = (max(1, 0.1 * other.width), max(1, 0.1 * other.height))
        return abs(minX - other.minX) <= across && abs(maxX - other.maxX) <= across
            && abs(minY - other.minY) <= down && abs(maxY - other.maxY) <= down
    }
}
