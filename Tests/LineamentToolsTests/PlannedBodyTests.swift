// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentTools

/// Bodies in plans of redactions: what covers them, whose heads are theirs, and where a person should look.
@Suite struct PlannedBodyTests {
    private static let (width, height) = (320, 240)
    private static let size = CGSize(width: width, height: height)

    /// Returns the mask of somebody who stands at a place: an ellipse with an arm, soft at its edge.
    private static func mask(at x: Double, height tall: Double = 140, arm: Double = 0) throws -> Mask {
        let bytes = (0..<width * height).map { index -> UInt8 in
            let (column, row) = (Double(index % width), Double(index / width))
            let across = (column - x) / (tall / 5)
            let down = (row - 130) / (tall / 2)
            let distance = (across * across + down * down).squareRoot()
            let isArm = abs(row - 110 - arm) < 5 && column > x && column < x + tall / 2
            return isArm ? 255 : UInt8(max(0, min(255, 255 * (1.08 - distance) * 8)))
        }
        return try #require(Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true))
    }

    /// Returns the body of somebody.
    private static func body(_ id: Int, _ mask: Mask, at x: Double, score: Float = 0.9) throws -> CoveredBody {
        var person = RedactedPerson(
            rect: CGRect(x: x - 28, y: 60, width: 56, height: 140).intersection(CGRect(origin: .zero, size: size)),
            score: score, trackID: id)
        person.face = CGRect(x: x - 10, y: 65, width: 20, height: 20)
        return CoveredBody(
            id: id, cells: try #require(CellMask(mask, limit: CellMask.frameLimit)), person: person)
    }

    private static func redaction(_ bodies: [(body: CoveredBody, mask: Mask)], faces: [RedactedArea] = []) -> Redaction
    {
        var redaction = Redaction(
            areas: faces, masks: bodies.map { PackedMask($0.mask) }, endedTracks: [],
            people: bodies.compactMap(\.body.person), keptTracks: [])
        redaction.bodies = bodies.map(\.body)
        return redaction
    }

    private static func face(_ track: Int?, at x: Double) -> RedactedArea {
        RedactedArea(
            face: CGRect(x: x - 10, y: 65, width: 20, height: 20), extent: .heads, score: 0.8, trackID: track)
    }

    private static func plan(_ input: PlannedInput) -> RedactionPlan {
        RedactionPlan(
            program: "test", options: .init(subject: .people, how: "blur", minDetectionConfidence: 0.3),
            inputs: [input])
    }

    private static func read(_ recorder: PlanRecorder) throws -> PlannedInput {
        try RedactionPlan(json: plan(recorder.input(file: "clip.mp4", sha256: "ab")).json).inputs[0]
    }

    private static func covered(_ mask: Mask?) -> [Bool] {
        mask?.withUnsafeBytes { $0.map { $0 > 0 } } ?? [Bool](repeating: false, count: width * height)
    }

    /// A cell is covered if any of its pixels is, and no other one is.
    @Test(arguments: 1...8) func cellsContainTheMaskAndTouchIt(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (width, height) = (Int.random(in: 3...900, using: &generator), Int.random(in: 3...700, using: &generator))
        var bytes = [UInt8](repeating: 0, count: width * height)
        for _ in 0..<Int.random(in: 1...400, using: &generator) {
            bytes[.random(in: bytes.indices, using: &generator)] = .random(in: 1...255, using: &generator)
        }
        let mask = try #require(Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true))
        let cells = try #require(CellMask(mask, limit: 64))
        #expect(cells.columns.count <= 66)
        #expect(cells.rows.count <= 66)
        var expected = [Bool](repeating: false, count: cells.cells.count)
        for index in bytes.indices where bytes[index] > 0 {
            let (column, row) = (index % width / cells.side, index / width / cells.side)
            expected[(row - cells.rows.lowerBound) * cells.columns.count + column - cells.columns.lowerBound] = true
        }
        #expect(cells.cells == expected)
    }

    @Test func anEmptyMaskHasNoCells() throws {
        let bytes = [UInt8](repeating: 0, count: 100)
        let mask = try #require(Mask(uInt8Data: bytes, width: 10, height: 10, shouldCopy: true))
        #expect(CellMask(mask, limit: 64) == nil)
    }

    @Test(arguments: 1...20) func masksAreReadAsTheyAreWritten(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (columns, rows) = (Int.random(in: 1...90, using: &generator), Int.random(in: 1...90, using: &generator))
        let share = Double.random(in: 0...1, using: &generator)
        let cells = (0..<columns * rows).map { _ in Double.random(in: 0..<1, using: &generator) < share }
        let mask = PlannedMask(columns: columns, rows: rows, cells: cells)
        #expect(try PlannedMask(text: mask.text) == mask)
        var found = [Bool](repeating: false, count: columns * rows)
        mask.forEachRun { row, run in
            for column in run { found[row * columns + column] = true }
        }
        #expect(found == cells)
    }

    @Test func theFormOfMasksStaysTheSame() throws {
        let cells = [true, true, false, false, true, false]
        #expect(PlannedMask(columns: 3, rows: 2, cells: cells).text == "3x2:02211")
        let large = PlannedMask(columns: 100, rows: 1, cells: [Bool](repeating: true, count: 100))
        #expect(large.text == "100x1:0a3")
    }

    @Test(arguments: [
        ("3x2", "must be a mask such as \"3x2:042\""), ("0x2:0", "whose sides are 1 to 4096"),
        ("3x2:05", "these runs are no 6 cells"), ("3x2:0601", "these runs are no 6 cells"),
        ("3x2:04!", "after the colon are digits"), ("3x2:04w", "these runs are no 6 cells"),
        ("9999x9999:0", "whose sides are 1 to 4096"), ("3x2:wwwwwww", "after the colon are digits"),
        ("-3x2:042", "whose sides"), ("3xax2:042", "whose sides"), ("", "must be a mask"),
        ("3x2:", "these runs are no 6 cells"),
        ("3x2:0402", "these runs are no 6 cells"),
    ]) func wrongMasksAreNamedWithTheirLineAndKey(text: String, message: String) throws {
        var recorder = PlanRecorder()
        let mask = try Self.mask(at: 100)
        recorder.add(Self.redaction([(try Self.body(1, mask, at: 100), mask)]), in: Self.size, time: nil)
        let plan = Self.plan(recorder.input(file: "a.png", sha256: "ab"))
        let right = try #require(plan.inputs[0].tracks[0].spans[0].keys[0].mask?.text)
        let json = plan.json.replacingOccurrences(of: right, with: text)
        let line = json.split(separator: "\n").firstIndex { $0.contains("\"mask\"") }.map { $0 + 1 }
        let error = #expect(throws: LineamentError.self) { try RedactionPlan(json: json) }
        let found = error?.message ?? ""
        #expect(
            found.hasPrefix("Line \(line ?? 0): inputs[0].tracks[0].spans[0].keys[0].mask must be a mask"), "\(found)")
        #expect(found.contains(message), "\(found)")
    }

    /// What a direct run covers, the plan covers after it was written and read, and not much more.
    @Test func planCoversTheBodiesThatTheAnalysisFound() throws {
        var recorder = PlanRecorder()
        var frames: [(time: Double, redaction: Redaction)] = []
        for frame in 0..<90 {
            let time = Double(frame) / 29.97
            // One walks and comes nearer, and one waves an arm.
            let walk = (40 + 2.5 * Double(frame), 90 + Double(frame))
            let one = try Self.mask(at: walk.0, height: walk.1)
            let other = try Self.mask(at: 230, arm: frame < 45 ? 0 : Double(frame % 20))
            let isThere = frame < 30 || frame > 40
            let bodies =
                [(try Self.body(1, one, at: walk.0), one)]
                + (isThere ? [(try Self.body(2, other, at: 230), other)] : [])
            let redaction = Self.redaction(bodies)
            recorder.add(redaction, in: Self.size, time: time)
            frames.append((time, redaction))
        }
        let input = try Self.read(recorder)
        #expect(input.tracks.map(\.number) == [1, 2])
        #expect(input.tracks[1].spans.count == 2)
        var (direct, planned) = (0, 0)
        for (time, redaction) in frames {
            let rendered = input.redaction(in: Self.size, time: time, extent: .heads)
            let (found, covers) = (Self.covered(redaction.silhouette), Self.covered(rendered.silhouette))
            #expect(zip(found, covers).allSatisfy { !$0 || $1 }, "\(time) s")
            #expect(rendered.people?.count == redaction.people?.count)
            direct += found.count { $0 }
            planned += covers.count { $0 }
        }
        #expect(Double(planned) < 1.25 * Double(direct), "\(planned) pixels instead of \(direct)")
        // While nobody moves, no keys are written.
        #expect(input.tracks[1].spans[0].keys.count == 1)
        #expect(input.tracks[0].spans[0].keys.count > 20)
    }

    /// Somebody who jumps within a millisecond is covered at both places.
    @Test func framesOfOneMillisecondAreCoveredTogether() throws {
        var recorder = PlanRecorder()
        let places = [(0.0, 80.0), (0.0330, 80), (0.0331, 230), (0.0660, 230)]
        var frames: [(time: Double, mask: Mask)] = []
        for (time, place) in places {
            let mask = try Self.mask(at: place)
            recorder.add(Self.redaction([(try Self.body(1, mask, at: place), mask)]), in: Self.size, time: time)
            frames.append((time, mask))
        }
        let input = try Self.read(recorder)
        #expect(input.tracks[0].spans[0].keys.map(\.milliseconds) == [0, 66])
        for (time, mask) in frames {
            let covered = Self.covered(input.redaction(in: Self.size, time: time, extent: .heads).silhouette)
            #expect(zip(Self.covered(mask), covered).allSatisfy { !$0 || $1 }, "\(time) s")
        }
    }

    /// Whoever is kept is visible, head and body, but for what covers others.
    @Test func keptPeopleAreVisible() throws {
        var recorder = PlanRecorder()
        let masks = [try Self.mask(at: 80), try Self.mask(at: 230)]
        for frame in 0..<30 {
            let bodies = [
                (try Self.body(5, masks[0], at: 80), masks[0]), (try Self.body(6, masks[1], at: 230), masks[1]),
            ]
            var redaction = Self.redaction(bodies, faces: [Self.face(3, at: 80), Self.face(4, at: 160)])
            redaction.areas += (redaction.people ?? []).heads(beside: redaction.areas)
            recorder.add(redaction, in: Self.size, time: Double(frame) / 30)
        }
        var input = try Self.read(recorder)
        // The first has the number of its face, the second gets the next free one, and a face without a body stays a track.
        #expect(input.tracks.map(\.number) == [3, 4, 5])
        #expect(input.tracks.map(\.spans.count) == [2, 1, 2])
        input.tracks[0].keep = true
        let kept = input.redaction(in: Self.size, time: 0.5, extent: .heads)
        #expect(kept.keptTracks == [3])
        #expect(kept.areas.compactMap(\.trackID) == [4, 5])
        #expect(kept.people?.compactMap(\.trackID) == [5])
        let covered = Self.covered(kept.silhouette)
        #expect(!covered[130 * Self.width + 80])
        #expect(covered[130 * Self.width + 230])
    }

    /// The numbers of boxes of another detector are far from those of people.
    @Test func peopleBesideBoxesHaveSmallNumbers() throws {
        var recorder = PlanRecorder()
        let mask = try Self.mask(at: 100)
        let plate = RedactedArea(given: CGRect(x: 5, y: 5, width: 20, height: 8), score: 1, trackID: 100_001)
        let redaction = Self.redaction([(try Self.body(7, mask, at: 100), mask)], faces: [plate])
        for frame in 0..<3 { recorder.add(redaction, in: Self.size, time: Double(frame) / 30) }
        #expect(try Self.read(recorder).tracks.map(\.number) == [1, 100_001])
    }

    /// However many tracks there were, nobody gets a number that a box of another detector has.
    @Test func numbersAreGivenOnce() throws {
        var recorder = PlanRecorder()
        let mask = try Self.mask(at: 100)
        let plates = [100_001, 100_003].map { number in
            RedactedArea(
                given: CGRect(x: 5, y: number % 10 * 20, width: 20, height: 8), score: 1, trackID: number)
        }
        var found = Self.face(nil, at: 300)
        found.cause = .verified
        let faces = plates + [Self.face(100_000, at: 200), found]
        let redaction = Self.redaction([(try Self.body(7, mask, at: 100), mask)], faces: faces)
        for frame in 0..<3 { recorder.add(redaction, in: Self.size, time: Double(frame) / 30) }
        let input = try Self.read(recorder)
        #expect(input.tracks.map(\.number) == [100_000, 100_001, 100_002, 100_003, 100_004])
        let planned = input.redaction(in: Self.size, time: 0, extent: .heads)
        #expect(planned.areas.count == 4)
        #expect(planned.silhouette != nil)
    }

    /// Covers win where people overlap.
    @Test func whoIsCoveredCoversWhoIsKept() throws {
        var recorder = PlanRecorder()
        let masks = [try Self.mask(at: 100), try Self.mask(at: 120)]
        let bodies = try zip(masks, [100.0, 120]).enumerated().map { (try Self.body($0 + 1, $1.0, at: $1.1), $1.0) }
        recorder.add(Self.redaction(bodies), in: Self.size, time: nil)
        var input = try Self.read(recorder)
        #expect(input.tracks.map(\.number) == [1, 2])
        input.tracks[0].keep = true
        let covered = Self.covered(input.redaction(in: Self.size, time: nil, extent: .heads).silhouette)
        let other = Self.covered(masks[1])
        #expect(zip(other, covered).allSatisfy { !$0 || $1 })
        #expect(!covered[130 * Self.width + 76])
    }

    /// People who cannot be told apart are one track, which is covered.
    @Test func peopleWhoCannotBeToldApartAreOneTrack() throws {
        var recorder = PlanRecorder()
        let mask = try Self.mask(at: 100)
        recorder.add(Redaction(areas: [], silhouette: mask, people: []), in: Self.size, time: nil)
        let input = try Self.read(recorder)
        #expect(input.tracks.map(\.keep) == [false])
        let covered = Self.covered(input.redaction(in: Self.size, time: nil, extent: .heads).silhouette)
        #expect(zip(Self.covered(mask), covered).allSatisfy { !$0 || $1 })
    }

    /// A copy of another size is covered at the same places.
    @Test func masksAreScaled() throws {
        var recorder = PlanRecorder()
        let mask = try Self.mask(at: 100)
        recorder.add(Self.redaction([(try Self.body(1, mask, at: 100), mask)]), in: Self.size, time: nil)
        let size = CGSize(width: 480, height: 360)
        let large = try #require(try Self.read(recorder).redaction(in: size, time: nil, extent: .heads).silhouette)
        #expect(large.width == 480)
        let found = Self.covered(large)
        for (index, isCovered) in Self.covered(mask).enumerated() where isCovered {
            let (x, y) = (Double(index % Self.width) + 0.5, Double(index / Self.width) + 0.5)
            #expect(found[Int(y * 1.5) * 480 + Int(x * 1.5)])
        }
    }

    /// Frames whose size changes have the cells of their own sizes.
    @Test func bodiesOfOtherFramesAreScaled() throws {
        let mask = try Self.mask(at: 100)
        let body = try Self.body(1, mask, at: 100)
        let small = [body].unseen(from: Self.size, to: CGSize(width: 200, height: 150))
        #expect(small[0].person == nil)
        let cells = small[0].cells
        for (index, isCovered) in Self.covered(mask).enumerated() where isCovered {
            let (x, y) = (index % Self.width * 200 / Self.width, index / Self.width * 150 / Self.height)
            let (column, row) = (x / cells.side - cells.columns.lowerBound, y / cells.side - cells.rows.lowerBound)
            #expect(cells.cells[row * cells.columns.count + column])
        }
    }

    /// Somebody who is lost and comes back is the first to look at, then who ends inside of the image.
    @Test func lostPeopleAreWorthALook() throws {
        var recorder = PlanRecorder()
        let masks = [try Self.mask(at: 100), try Self.mask(at: 230)]
        for frame in 0..<120 {
            var bodies: [(CoveredBody, Mask)] = []
            if !(30..<90).contains(frame) { bodies.append((try Self.body(1, masks[0], at: 100), masks[0])) }
            if frame < 60 {
                bodies.append((try Self.body(2, masks[1], at: 230, score: frame < 10 ? 0.4 : 0.9), masks[1]))
            }
            var redaction = Self.redaction(bodies)
            redaction.beginsScene = frame == 0
            recorder.add(redaction, in: Self.size, time: Double(frame) / 30)
        }
        let look = try Self.read(recorder).look
        #expect(look.map(\.kind) == [.away, .ends, .weak])
        #expect(look.map(\.track) == [1, 2, 2])
        #expect(look.first?.from == 967)
        #expect(look.first?.to == 3000)
    }

    /// The plan of a photo covers every pixel that a direct run covers, and a kept person is visible.
    @Test func planOfAPhotoCoversWhatADirectRunCovers() throws {
        var options = RedactorOptions()
        options.subject = .people
        let image = try MPImage(pixelBuffer: Sample.pixels())
        let size = CGSize(width: image.pixels.width, height: image.pixels.height)
        let direct = try Redactor(options: options).redaction(of: image)
        var recorder = PlanRecorder()
        recorder.add(direct, in: size, time: nil)
        var input = try RedactionPlan(json: Self.plan(recorder.input(file: "a.png", sha256: "")).json).inputs[0]
        // Somebody at the edge is found as well.
        try #require(!input.tracks.isEmpty)
        let planned = input.redaction(in: size, time: nil, extent: .heads)
        func pixels(_ redaction: Redaction) -> [Bool] {
            Self.covered(
                redaction.areas.mask(
                    width: image.pixels.width, height: image.pixels.height, silhouette: redaction.silhouette))
        }
        let (foundPixels, coveredPixels) = (pixels(direct), pixels(planned))
        #expect(zip(foundPixels, coveredPixels).allSatisfy { !$0 || $1 })
        let ratio = Double(coveredPixels.count { $0 }) / Double(foundPixels.count { $0 })
        #expect(ratio < 1.1, "\(ratio)")
        for index in input.tracks.indices { input.tracks[index].keep = true }
        let kept = input.redaction(in: size, time: nil, extent: .heads)
        #expect(kept.areas.isEmpty)
        #expect(kept.silhouette == nil)
    }
}
