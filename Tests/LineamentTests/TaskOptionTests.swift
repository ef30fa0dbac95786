// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

/// The properties of the tables of options that every front door relies on.
@Suite struct TaskOptionTests {
    /// A property that a table forgets would be lost when options are copied, which every task does.
    @Test func everyPropertySurvivesACopy() throws {
        let detector = FaceDetectorOptions()
        detector.runningMode = .video
        detector.acceptsMirroredOrientations = true
        try expectCopy(of: detector, FaceDetectorOptions.table, usual: FaceDetectorOptions())
        let landmarker = FaceLandmarkerOptions()
        landmarker.runningMode = .video
        landmarker.acceptsMirroredOrientations = true
        try expectCopy(of: landmarker, FaceLandmarkerOptions.table, usual: FaceLandmarkerOptions())
        let poses = PoseLandmarkerOptions()
        poses.runningMode = .video
        poses.acceptsMirroredOrientations = true
        try expectCopy(of: poses, PoseLandmarkerOptions.table, usual: PoseLandmarkerOptions())
        let hands = HandLandmarkerOptions()
        hands.runningMode = .video
        hands.acceptsMirroredOrientations = true
        try expectCopy(of: hands, HandLandmarkerOptions.table, usual: HandLandmarkerOptions())
        let people = HolisticLandmarkerOptions()
        people.runningMode = .video
        people.acceptsMirroredOrientations = true
        try expectCopy(of: people, HolisticLandmarkerOptions.table, usual: HolisticLandmarkerOptions())
    }

    /// A task that looks for hands at wrists or covers bodies runs their models on the same hardware.
    @Test func otherModelsRunOnTheSameHardware() {
        let given = BaseOptions()
        given.modelAssetPath = "mine.task"
        given.modelAssetBuffer = Data([1])
        given.numThreads = 3
        given.delegate = .GPU
        given.requiresDelegate = true
        given.allowsHalfPrecision = true
        let others = given.withDefaultModel
        #expect(others.modelAssetPath == "")
        #expect(others.modelAssetBuffer == nil)
        #expect(others.numThreads == 3)
        #expect(others.gpu == given.gpu)
        #expect(given.modelAssetPath == "mine.task")
    }

    private func expectCopy<Options: TaskOptions>(
        of options: Options, _ table: [TaskOption<Options>], usual: Options
    ) throws {
        for option in table { option.set(options, try #require(other(than: option.get(options), option))) }
        let copy = try #require(options.copy() as? Options)
        let pairs = zip(stored(options), stored(copy))
        for (given, copied) in pairs where !["baseOptions", "faceDetector"].contains(given.label) {
            #expect("\(given.value)" == "\(copied.value)", "\(Options.self).\(given.label ?? "")")
        }
        // Nothing was left at its default, so nothing can have survived by chance.
        for (given, usual) in zip(stored(options), stored(usual))
        where !["baseOptions", "faceDetector"].contains(given.label) && given.label?.hasSuffix("Delegate") != true {
            #expect("\(given.value)" != "\(usual.value)", "\(Options.self).\(given.label ?? "") is in no table")
        }
    }

    private func stored(_ options: TaskOptions) -> [Mirror.Child] {
        let mirror = Mirror(reflecting: options)
        return Array(mirror.superclassMirror?.children ?? Mirror(reflecting: 0).children) + Array(mirror.children)
    }

    private func other<Options>(than value: OptionValue, _ option: TaskOption<Options>) -> OptionValue? {
        switch (value, option.description.values) {
        case (.number(let number), _): .number(number == 0.25 ? 0.75 : 0.25)
        case (.count(let count), _): .count(count + 1)
        case (.flag(let flag), _): .flag(!flag)
        case (.choice(let word), .choice(let words)): words.first { $0 != word }.map { .choice($0) }
        case (.choice, _), (.unset, _): nil
        }
    }

    @Test func unknownNamesAreErrors() {
        let error = #expect(throws: LineamentError.self) {
            try FaceLandmarkerOptions.table.fill(FaceLandmarkerOptions(), from: ["numPoses": .count(1)])
        }
        #expect(error?.message.contains("numPoses") == true)
        let set = #expect(throws: LineamentError.self) {
            try FaceLandmarkerOptions.table.set(FaceLandmarkerOptions(), from: ["numPoses": .count(1)])
        }
        #expect(set?.message == error?.message)
    }

    @Test func optionsThatAreNotSetStay() throws {
        let options = FaceLandmarkerOptions()
        options.minTrackingConfidence = 0.9
        try FaceLandmarkerOptions.table.set(options, from: ["numFaces": .count(7)])
        #expect(options.numFaces == 7)
        #expect(options.minTrackingConfidence == 0.9)
    }

    @Test func wordsAndNumbersAreReadBack() {
        #expect(OptionValues.choice(Smoothing.words).value(of: "mediapipe") == .choice("mediapipe"))
        #expect(Smoothing(word: "mediapipe") == .mediaPipe)
        #expect(Smoothing(word: "mediaPipe") == nil)
        #expect(OptionValues.limit.value(of: "all") == .count(.max))
        #expect(OptionValues.limit.value(of: "0") == nil)
        #expect(OptionValues.number(0...1).value(of: "0x1") == nil)
        #expect(TaskKind(number: 0) == nil)
        #expect(TaskKind(number: 7) == nil)
        #expect(TaskKind(number: 4) == .faces)
    }
}
