// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentCapture
@testable import LineamentServer

@Suite struct SendingTests {
    private let permission = SendPermission([SendTarget("10.0.0.5:11111"), SendTarget("Studio-PC")].compactMap(\.self))

    private func settings(
        _ task: TaskKind, _ query: [(name: String, value: String)] = []
    ) throws -> TaskSettings {
        try TaskSettings(.task(task), for: .live, query: query)
    }

    private func control(_ text: String, _ state: LiveState) throws -> LiveControl {
        try LiveControl(text, in: state, permission)
    }

    @Test(arguments: [
        "vmc://127.0.0.1", "vmc://localhost:1024", "livelink://[::1]:5000/Anna", "vmc://127.1.2.3:40000",
        "livelink://10.0.0.5", "ifacialmocap://studio-pc:80", "vmc://STUDIO-PC:9",
    ]) func receiversThatAreAllowed(address: String) throws {
        try permission.check(LiveAddress(address))
    }

    @Test(arguments: [
        "vmc://10.0.0.5", "livelink://10.0.0.5:11112", "vmc://127.0.0.1:53", "vmc://example.org", "vmc://0.0.0.0",
        "vmc://[::ffff:127.0.0.1]:40000", "vmc://127.1:40000", "vmc://2130706433:40000", "vmc://[fe80::1]",
        "vmc://localhost.example.org", "vmc://255.255.255.255",
    ]) func othersAreRefusedWithTheOptionThatAllowsThem(address: String) throws {
        let address = try LiveAddress(address)
        let error = #expect(throws: LineamentError.self) { try permission.check(address) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("--send-to") == true)
    }

    @Test func targetsHaveAHostAndPerhapsAPort() {
        #expect(SendTarget("10.0.0.5:11111")?.text == "10.0.0.5:11111")
        #expect(SendTarget("Studio-PC")?.text == "studio-pc")
        #expect(SendTarget("::1")?.text == "::1")
        #expect(SendTarget("[fe80::1]:5")?.text == "[fe80::1]:5")
        for wrong in ["", ":5", "a:0", "a:70000", "a:b", "vmc://a", "a b", "[a]:5", "a/b"] {
            #expect(SendTarget(wrong) == nil, "\(wrong)")
        }
    }

    @Test func whatTheResultsHaveCanBeSent() throws {
        let body = try LiveSending(
            to: ["vmc://127.0.0.1"], calibrates: false, gains: [:], rate: nil, person: nil, permission)
        let face = try LiveSending(
            to: ["livelink://127.0.0.1"], calibrates: false, gains: [:], rate: nil, person: nil, permission)
        let shapes = [(name: "outputFaceBlendshapes", value: "true")]
        try settings(.poseLandmarker).check(body)
        try settings(.holisticLandmarker).check(body)
        try settings(.faceLandmarker, shapes).check(body)
        try settings(.holisticLandmarker, shapes).check(face)
        for task in [TaskKind.faceLandmarker, .faceDetector, .faces, .handLandmarker] {
            #expect(throws: LineamentError.self) { try settings(task).check(body) }
        }
        for task in [TaskKind.poseLandmarker, .holisticLandmarker] {
            #expect(throws: LineamentError.self) { try settings(task).check(face) }
        }
    }

    @Test func aQueryNamesReceivers() throws {
        var query = [
            (name: "numFaces", value: "1"), (name: "send", value: "vmc://127.0.0.1,livelink://127.0.0.1/Anna"),
            (name: "calibrate", value: "true"), (name: "gains", value: "{\"jawOpen\":1.4}"),
            (name: "rate", value: "20"), (name: "person", value: "3"),
        ]
        let sending = try #require(try LiveSending.taken(from: &query, permission))
        #expect(query.map(\.name) == ["numFaces"])
        #expect(sending.addresses.map(\.text) == ["vmc://127.0.0.1:39539", "livelink://127.0.0.1:11111/Anna"])
        #expect(sending.calibrates)
        #expect(sending.rate == 20)
        #expect(sending.person == 3)
        #expect(sending.gains == ["jawOpen": 1.4])
        for wrong in [
            [(name: "rate", value: "20")], [(name: "send", value: "")], [(name: "send", value: "vmc://example.org")],
            [(name: "send", value: "vmc://127.0.0.1"), (name: "rate", value: "0")],
            [(name: "send", value: "vmc://127.0.0.1"), (name: "gains", value: "{\"jaw\":1}")],
            [(name: "send", value: "vmc://127.0.0.1"), (name: "gains", value: "1")],
            [(name: "send", value: "vmc://127.0.0.1"), (name: "calibrate", value: "yes")],
            [(name: "send", value: "vmc://127.0.0.1"), (name: "person", value: "Anna")],
            [(name: "send", value: "vmc://127.0.0.1"), (name: "send", value: "vmc://127.0.0.1")],
            [(name: "send", value: Array(repeating: "vmc://127.0.0.1", count: 9).joined(separator: ","))],
        ] {
            var query = wrong
            #expect(throws: LineamentError.self) { try LiveSending.taken(from: &query, permission) }
        }
    }

    @Test func textMessagesBeginAndEndSending() throws {
        var state = LiveState(settings: try settings(.poseLandmarker))
        #expect(throws: LineamentError.self) { try control(#"{"calibrate":true}"#, state) }
        let begin = try control(#"{"send":{"to":["vmc://127.0.0.1"],"rate":30}}"#, state)
        guard case .send(let sending) = begin else { throw LineamentError(.internal, "nothing is sent") }
        #expect(sending.answer == #"{"send":{"calibrate":false,"rate":30,"to":["vmc://127.0.0.1"]}}"#)
        state.note(begin)
        // Bodies have no expressions.
        #expect(throws: LineamentError.self) { try control(#"{"calibrate":true}"#, state) }
        state.note(try control(#"{"task":"face-landmarker","options":{"outputFaceBlendshapes":true}}"#, state))
        state.note(try control(#"{"calibrate":true}"#, state))
        // A task without anything to send is refused while something is sent.
        #expect(throws: LineamentError.self) { try control(#"{"task":"face-detector","options":{}}"#, state) }
        state.note(try control(#"{"send":{"to":[]}}"#, state))
        state.note(try control(#"{"task":"face-detector","options":{}}"#, state))
        for text in [
            #"{"send":{}}"#, #"{"send":{"to":"vmc://127.0.0.1"}}"#, #"{"send":{"to":["vmc://10.0.0.9"]}}"#,
            #"{"send":{"to":[],"speed":3}}"#, #"{"send":{"to":[]},"reset":true}"#, #"{"calibrate":false}"#,
        ] {
            #expect(throws: LineamentError.self, "\(text)") { try control(text, state) }
        }
    }

    @Test func whatIsSentIsTold() throws {
        let sending = try LiveSending(
            to: ["vmc://127.0.0.1:40001"], calibrates: false, gains: [:], rate: 10, person: nil, permission)
        let movements = try LiveMovements(sending)
        let nobody = PoseLandmarkerResult(poses: [], timestampInMilliseconds: 0)
        let first = try #require(movements.send(nobody, width: 64, height: 48, time: 5))
        #expect(first.time == 0)
        #expect(first.bones.isEmpty)
        #expect(first.shapes == nil)
        #expect(first.json.hasPrefix(#"{"to":[{"address":"vmc://127.0.0.1:40001","bytes":"#))
        #expect(movements.send(nobody, width: 64, height: 48, time: 5.04) == nil)
        // Times that begin anew go on.
        let later = try #require(
            (0..<10).compactMap { movements.send(nobody, width: 64, height: 48, time: Double($0) / 25) }.first)
        #expect(later.time > first.time)
    }

    @Test func thePersonWhoWasChosenIsSent() throws {
        func shapes(of person: Int?) throws -> [Float]? {
            let sending = try LiveSending(
                to: ["livelink://127.0.0.1:40001"], calibrates: false, gains: [:], rate: nil, person: person,
                permission)
            let points = (0..<478).map { _ in
                NormalizedLandmark(x: 0.5, y: 0.5, z: 0, visibility: nil, presence: nil)
            }
            let faces = [2, 5].map { id in
                FaceLandmarkerResult.Face(
                    landmarks: FaceLandmarks(points),
                    blendshapes: BlendshapeScores([Float](repeating: Float(id) / 10, count: 52)), trackID: id)
            }
            let result = FaceLandmarkerResult(faces: faces, timestampInMilliseconds: 0)
            return try LiveMovements(sending).send(result, width: 64, height: 48, time: 0)?.shapes
        }
        #expect(try shapes(of: nil)?.last == 0.2)
        #expect(try shapes(of: 5)?.last == 0.5)
        #expect(try shapes(of: 7) == nil)
    }
}

@Suite struct CaptureRequestTests {
    private func bytes(of output: ArchivedFiles) throws -> Data {
        var data = Data(count: try output.finish())
        try data.withUnsafeMutableBytes { try output.file.read(into: $0, at: 0) }
        return data
    }

    @Test func severalFilesBecomeAnArchive() throws {
        let output = ArchivedFiles(try ScratchFile(), name: "walk.trc")
        var expected = ZIPArchive()
        for track in [1, 3] {
            try output.open(CaptureFile(trackID: track, data: Data()), isOnly: false)
            for part in ["a file of ", "person \(track)"] { try output.write(Data(part.utf8)) }
            try output.close()
            expected.add(Data("a file of person \(track)".utf8), name: "walk_\(track).trc")
        }
        #expect(try bytes(of: output) == expected.data)
        #expect(output.isArchive)
    }

    @Test func oneFileIsNoArchive() throws {
        let output = ArchivedFiles(try ScratchFile(), name: "walk.trc")
        try output.open(CaptureFile(trackID: 1, data: Data()), isOnly: true)
        for part in ["a", "b"] { try output.write(Data(part.utf8)) }
        try output.close()
        #expect(try bytes(of: output) == Data("ab".utf8))
        #expect(!output.isArchive)
    }

    private func settings(_ query: [(name: String, value: String)]) throws -> CaptureSettings {
        try CaptureSettings(TaskSettings(.capture, for: .video, query: query))
    }

    @Test func optionsAreThoseOfTheCommandLine() throws {
        let settings = try settings([
            (name: "format", value: "csv"), (name: "smooth", value: "4"), (name: "maxGap", value: "0.5"),
            (name: "rate", value: "25"), (name: "inPlace", value: "true"),
        ])
        #expect(settings.format == .table)
        #expect(settings.cleaning.body == .butterworth(cutoff: 4))
        #expect(settings.cleaning.maximumGap == 0.5)
        #expect(settings.rate == 25)
        #expect(!settings.options.motion.movesThroughSpace)
        #expect(!settings.takesPart)
        #expect(try self.settings([(name: "format", value: "bvh")]).cleaning == CleaningOptions())
    }

    @Test func aFormatIsNeeded() {
        let error = #expect(throws: LineamentError.self) { try settings([]) }
        #expect(error?.message.contains("format") == true)
        for wrong in ["", "fbx", "BVH"] {
            #expect(throws: LineamentError.self) { try settings([(name: "format", value: wrong)]) }
        }
    }

    @Test(arguments: CaptureFormat.allCases) func eachFormatHasATask(format: CaptureFormat) throws {
        let values = try settings([(name: "format", value: format.rawValue), (name: "numPeople", value: "2")])
            .taskValues
        #expect(values["smoothing"] == .choice("none"))
        let limit = ["numPeople", "numPoses", "numFaces"].compactMap { values[$0] }
        #expect(limit == [.count(2)])
    }

    @Test func linesHaveNoOptionsOfVideos() throws {
        try settings([(name: "format", value: "bvh")]).checkForLines()
        let partly = try settings([(name: "format", value: "bvh"), (name: "start", value: "2")])
        #expect(throws: LineamentError.self) { try partly.checkForLines() }
    }
}
