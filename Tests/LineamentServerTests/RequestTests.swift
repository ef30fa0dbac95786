// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@testable import LineamentServer

@Suite struct MultipartBodyTests {
    private func parts(_ text: String, boundary: String = "b", maxParts: Int = 10) throws -> [(String?, String)] {
        try MultipartBody.parts(of: Data(text.utf8), boundary: boundary, maxParts: maxParts)
            .map { ($0.fileName, String(decoding: $0.content, as: UTF8.self)) }
    }

    @Test func splitsParts() throws {
        let found = try parts(
            "preamble\r\n--b\r\nContent-Disposition: form-data; name=\"x\"; filename=\"a \\\"1\\\".jpg\"\r\n"
                + "Content-Type: image/jpeg\r\n\r\none\r\n\r\n--b \t\r\n\r\n\r\n--b\r\nX: y\r\n\r\n--\r\n--b\r\nX: y\r\n"
                + "content-disposition: form-data;\r\n filename=\"c.jpg\"\r\n\r\nc\r\n--b--\r\nend")
        #expect(found.map(\.0) == ["a \"1\".jpg", nil, nil, "c.jpg"])
        #expect(found.map(\.1) == ["one\r\n", "", "--", "c"])
    }

    @Test(arguments: [
        "", "no boundary", "--b", "--b\r\n\r\n", "--b\r\n\r\ncontent", "--bx\r\n\r\n\r\n--b--", "--b\r\nhead\r\n--b--",
        "--b\r\n" + String(repeating: "x", count: 9000) + "\r\n\r\n\r\n--b--",
    ])
    func refusesMalformedBodies(text: String) {
        let error = #expect(throws: LineamentError.self) { try parts(text) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func limitsParts() {
        let body = String(repeating: "--b\r\n\r\nx\r\n", count: 3) + "--b--"
        let error = #expect(throws: LineamentError.self) { try parts(body, maxParts: 2) }
        #expect(error?.code == .resourceExhausted)
        #expect(throws: Never.self) { try parts(body, maxParts: 3) }
    }

    @Test func damagedBodiesGiveErrorsOnly() {
        let part = "--b\r\nContent-Disposition: form-data; filename=\"a\"\r\n\r\none\r\n"
        let whole = Array((String(repeating: part, count: 20) + "--b--").utf8)
        for body in Damage.overwritten(whole, copies: 5000) {
            do {
                _ = try MultipartBody.parts(of: Data(body), boundary: "b", maxParts: 30)
            } catch is LineamentError {} catch { Issue.record(error) }
        }
    }

    @Test func readsMediaTypes() {
        #expect(MediaType("multipart/form-data; boundary=\"a b\"").boundary == "a b")
        #expect(MediaType("Multipart/Mixed;charset=x; Boundary=ab").boundary == "ab")
        #expect(MediaType("multipart/form-data").boundary == nil)
        #expect(MediaType("multipart/form-data; boundary=").boundary == nil)
        #expect(MediaType(nil).isImage)
        #expect(MediaType("IMAGE/png; q=1").isImage)
        #expect(!MediaType("text/plain").isImage)
        #expect(MediaType("video/mp4").isVideo)
    }
}

@Suite struct HeaderParametersTests {
    @Test func valuesAreTokensOrQuotedStrings() {
        let found = HeaderParameters(
            "form-data; a=1;B = no; b=\"x;y=\\\"z\\\" C:\\d\\\\\" ; c; d=; a=2; filename=naïve.jpg; e=\"no end")
        #expect(found["a"] == "1")
        #expect(found["b"] == "x;y=\"z\" C:\\d\\\\")
        #expect(found["filename"] == "naïve.jpg")
        #expect(found["c"] == nil)
        #expect(found["d"] == nil)
        #expect(found["e"] == nil)
    }

    /// A header that makes the service search it again and again would keep a core busy.
    @Test(arguments: ["; filename=\"", ";", "; ", "; a=", "; a=\\\""]) func hostileHeadersTakeLinearTime(part: String) {
        #expect(HeaderParameters(String(repeating: part, count: 400_000))["boundary"] == nil)
    }
}

@Suite struct AnswerFormatTests {
    @Test(arguments: [
        (nil, AnswerFormat.json), ("*/*", .json), ("text/*", .csv), ("image/*", .image(.png)),
        ("image/webp, image/png;q=0.5", .image(.webp)), ("text/csv;q=0.5, image/jpeg", .image(.jpeg)),
        ("application/json;q=0, text/csv", .csv), ("text/html, */*;q=0.1", .json),
        ("application/*;q=0, */*", .csv), ("image/*;q=0, image/png", .image(.png)), ("*/*;q=0, text/*", .csv),
    ])
    func choosesWhatClientsPrefer(accept: String?, format: AnswerFormat) {
        #expect(AnswerFormat(accept: accept, for: .image, .task(.faces)) == format)
    }

    @Test func formsSuitTheBody() {
        let faces = ServiceAction.task(.faces)
        #expect(AnswerFormat(accept: "image/png, */*;q=0.1", for: .images, faces) == .json)
        #expect(AnswerFormat(accept: "image/png", for: .images, faces) == nil)
        #expect(AnswerFormat(accept: "video/mp4", for: .video, faces) == .video)
        #expect(AnswerFormat(accept: "video/mp4", for: .image, faces) == nil)
        #expect(AnswerFormat(accept: "application/zip", for: .image, faces) == nil)
        #expect(AnswerFormat(accept: "text/html", for: .image, faces) == nil)
    }

    /// What is made from results is the usual answer of a tool.
    @Test func toolsAnswerWithWhatTheyMake() {
        #expect(AnswerFormat(accept: nil, for: .image, .redact) == .image(.png))
        #expect(AnswerFormat(accept: "*/*", for: .video, .redact) == .video)
        #expect(AnswerFormat(accept: "application/json", for: .video, .redact) == .json)
        #expect(AnswerFormat(accept: "*/*", for: .image, .crop) == .archive)
        #expect(AnswerFormat(accept: "image/png", for: .image, .crop) == nil)
        #expect(AnswerFormat(accept: "*/*", for: .images, .crop) == .json)
    }

    @Test func onlyThePlanOfAVideoHasProgress() {
        let lines = "application/vnd.lineament.plan+x-ndjson"
        #expect(AnswerFormat(accept: lines, for: .video, .redact) == .planLines)
        #expect(AnswerFormat(accept: lines, for: .image, .redact) == nil)
        #expect(AnswerFormat(accept: lines, for: .video, .task(.faces)) == nil)
        let either = "\(lines), application/vnd.lineament.plan+json;q=0.9"
        #expect(AnswerFormat(accept: either, for: .image, .redact) == .plan)
    }
}

@Suite struct TaskSettingsTests {
    private func settings(
        _ query: [(String, String)], _ task: TaskKind = .faceLandmarker, for medium: OptionDescription.Medium = .image
    ) throws -> TaskSettings {
        try TaskSettings(.task(task), for: medium, query: query.map { (name: $0.0, value: $0.1) })
    }

    @Test func spellingsOfAValueAreOne() throws {
        #expect(
            try settings([("minFacePresenceConfidence", "0.70")]) == settings([("minFacePresenceConfidence", ".7")]))
        #expect(try settings([("numFaces", "all"), ("labels", "auto")]) == settings([]))
        #expect(try settings([("numFaces", "02")]) == settings([("numFaces", "2")]))
        #expect(try settings([("numFaces", "2")]) != settings([]))
    }

    @Test(arguments: [
        ("numFaces", "0"), ("minFacePresenceConfidence", "nan"), ("minFacePresenceConfidence", "1.1"),
        ("minFacePresenceConfidence", "0x1"), ("range", "far"),
        ("outputFaceBlendshapes", "yes"), ("fields", ""), ("fields", "faceLandmarks,x"), ("numPoses", "1"),
        ("start", "1"),
        ("smoothing", "none"),
    ])
    func wrongValuesNameTheOption(name: String, value: String) {
        let error = #expect(throws: LineamentError.self) { try settings([(name, value)]) }
        #expect(error?.message.contains(name) == true)
    }

    /// A number that makes the service try all ways to read it would keep a core busy.
    @Test func longNumbersAreRefusedInLinearTime() throws {
        let digits = String(repeating: "1", count: 400_000)
        for value in [digits, digits + "x", digits + "e" + digits] {
            #expect(throws: LineamentError.self) { try settings([("minFacePresenceConfidence", value)]) }
        }
    }

    @Test func optionsBelongToAMedium() throws {
        #expect(throws: Never.self) { try settings([("start", "1"), ("every", "2")], for: .video) }
        #expect(throws: Never.self) { try settings([("smoothing", "none")], for: .live) }
        #expect(throws: LineamentError.self) { try settings([("start", "1")], for: .live) }
        #expect(throws: LineamentError.self) { try settings([("outputSegmentationMasks", "true")], .poseLandmarker) }
    }

    @Test func optionsOfVideosNameTheirType() throws {
        let error = #expect(throws: LineamentError.self) { try settings([("duration", "1")]) }
        #expect(error?.message.contains("Content-Type: video/mp4") == true)
        let unknown = #expect(throws: LineamentError.self) { try settings([("durations", "1")], for: .video) }
        #expect(unknown?.message.contains("Did you mean duration?") == true)
    }

    /// The defaults see what people see; MediaPipe's way is to the bit.
    @Test(arguments: [
        (ServiceAction.task(.faceDetector), "", true), (.task(.faceDetector), "range=short", false),
        (.task(.faceLandmarker), "range=full", false), (.task(.handLandmarker), "", true),
        (.task(.handLandmarker), "range=short", false), (.task(.poseLandmarker), "", true),
        (.task(.poseLandmarker), "separation=mediapipe", false), (.task(.holisticLandmarker), "", true),
        (.task(.holisticLandmarker), "smoothing=mediapipe", false), (.task(.faces), "", true), (.redact, "", true),
    ])
    func squarePixelsAreForThoseWhoWantMore(action: ServiceAction, query: String, isSquare: Bool) throws {
        let items = query.split(separator: "&").map { item in
            (name: String(item.prefix { $0 != "=" }), value: String(item.drop { $0 != "=" }.dropFirst()))
        }
        #expect(try TaskSettings(action, for: .video, query: items).seesSquarePixels == isSquare)
    }

    /// Answers have no files for masks.
    @Test func masksAreNoField() throws {
        #expect(throws: Never.self) { try settings([("fields", "landmarks,trackIDs")], .poseLandmarker) }
        #expect(throws: LineamentError.self) { try settings([("fields", "segmentationMasks")], .poseLandmarker) }
    }

    /// What the command line refuses, a request is refused, too, in its own words.
    @Test(arguments: [
        ("keep=largest&what=people", OptionDescription.Medium.image, "what=people covers whole bodies"),
        ("keep=1,4&what=people", .video, "what=people covers whole bodies"),
        ("keep=largest", .video, "keep=largest is for images"), ("keep=0", .video, "keep must be"),
        ("keep=1,,4", .video, "keep must be"), ("keep=all", .image, "keep must be"), ("crf=52", .video, "crf must be"),
        ("crf=20", .image, "no option crf"), ("start=1", .image, "no option start"),
        ("start=-1", .video, "start must be"),
    ])
    func redactionsThatCannotBeAreRefused(query: String, medium: OptionDescription.Medium, words: String) {
        let items = query.split(separator: "&").map { item in
            (name: String(item.prefix { $0 != "=" }), value: String(item.drop { $0 != "=" }.dropFirst()))
        }
        let error = #expect(throws: LineamentError.self) { try TaskSettings(.redact, for: medium, query: items) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func redactionsHaveTheOptionsOfTheCommandLine() throws {
        let query = [("keep", "4,1"), ("crf", "30"), ("start", "1.5"), ("duration", "2"), ("every", "3")]
        let settings = try TaskSettings(.redact, for: .video, query: query.map { (name: $0.0, value: $0.1) })
        #expect(settings["keep"] == "1,4")
        #expect(settings.rateFactor == 30)
        #expect(settings.videoSelection.start == 1.5)
        #expect(settings.videoSelection.every == 3)
        // Who is kept does not need models of its own.
        let other = try TaskSettings(.redact, for: .video, query: [(name: "keep", value: "2")])
        #expect(settings.key(of: ["what"]) == other.key(of: ["what"]))
        let same = try TaskSettings(.redact, for: .video, query: [(name: "keep", value: "04,1,4")])
        #expect(same["keep"] == "1,4")
    }

    /// Every default is a value that the option takes, and has a place in the OpenAPI document.
    @Test(arguments: ServiceAction.allCases) func defaultsAreValid(action: ServiceAction) {
        for parameter in action.parameters where !parameter.defaultValue.isEmpty {
            #expect(parameter.accepts(parameter.defaultValue), "\(parameter.name)")
        }
        #expect(Set(action.parameters.map(\.name)).count == action.parameters.count)
        #expect(action.parameters.allSatisfy { !$0.media.isEmpty && $0.summary.hasSuffix(".") })
    }

    private func control(_ text: String, _ task: TaskKind) throws -> LiveControl {
        let state = LiveState(settings: try TaskSettings(.task(task), for: .live, query: []))
        return try LiveControl(text, in: state, SendPermission([]))
    }

    @Test func textMessagesChangeOptions() throws {
        guard case .options(let changed, _) = try control(#"{"options":{"numFaces":2}}"#, .faceLandmarker)
        else { throw LineamentError(.internal, "not options") }
        #expect(try changed == settings([("numFaces", "2")], for: .live))
        guard case .reset = try control(#"{"reset":true}"#, .faces) else {
            throw LineamentError(.internal, "not a reset")
        }
        for text in [#"{"options":{"numFaces":[]}}"#, "{}", "[]", "1", #"{"task":"x"}"#, #"{"reset":false}"#] {
            #expect(throws: LineamentError.self) { try control(text, .faceLandmarker) }
        }
        #expect(throws: LiveControl.NoJSON.self) { try control("hello", .faces) }
    }
}

@Suite struct SafetyTests {
    @Test func tokensAreComparedWhole() {
        let token = Token("a;b c%é")
        #expect(token.matches(authorization: "Bearer a;b c%é"))
        #expect(token.matches(authorization: "bearer  a;b c%é"))
        #expect(!token.matches(authorization: nil))
        #expect(!token.matches(authorization: "Basic a;b c%é"))
        #expect(!token.matches("a;b c%"))
        #expect(!token.matches("a;b c%éé"))
        #expect(!token.matches(""))
        let cookie = token.cookie(isSecure: false).prefix { $0 != ";" }
        #expect(token.matches(cookies: ["x=y; \(cookie)"]))
        #expect(!token.matches(cookies: ["x=y", "\(cookie)x"]))
    }

    @Test(arguments: [
        ("localhost:8080", true), ("127.0.0.1", true), ("[::1]:80", true), ("my.host", true), ("evil.example", false),
        ("localhost.evil.example", false), ("", false), ("a@localhost", false),
    ])
    func onlyKnownNamesAreAllowed(host: String, isAllowed: Bool) {
        #expect(HostCheck(allowed: ["My.Host"]).allows(host: host) == isAllowed)
    }

    @Test(arguments: [
        ("/v1", nil), ("*", nil), ("", nil), ("/http://evil/", nil), ("http://evil.example/v1", "evil.example"),
        ("HTTPS://localhost:8080", "localhost:8080"), ("ws://a@b?c", "a@b"), ("http://", ""), ("http:/x", nil),
    ])
    func aWholeAddressNamesAHost(target: String, host: String?) {
        #expect(HostCheck.authority(of: target) == host)
        guard let host, host != "localhost:8080" else { return }
        #expect(!HostCheck(allowed: []).allows(host: host))
    }

    /// Reading its name takes quadratic time if flags are characters, of which they join as many as they can.
    @Test func aLongHostIsRefusedAtOnce() {
        let flags = String(repeating: "\u{1F1E6}", count: 200_000)
        #expect(!HostCheck(allowed: []).allows(host: flags))
        #expect(HostCheck(allowed: []).allows(host: "localhost"))
    }

    @Test func placesAreGivenBack() {
        let places = Places(2)
        var first = places.take()
        let second = places.take()
        #expect(first != nil)
        #expect(second != nil)
        #expect(places.take() == nil)
        #expect(!places.hasRoom)
        first = nil
        #expect(places.take() != nil)
        #expect(places.count == 1)
        withExtendedLifetime(second) {}
    }
}

@Suite struct WorkQueueTests {
    @Test func workThatWaitsCanBeCancelled() async throws {
        let queue = WorkQueue(jobs: 1, maxWaiting: 1)
        let gate = Gate()
        let running = Task { try await queue.run { gate.pass() }.waited }
        while await queue.running == 0 { await Task.yield() }
        let waiting = Task { try await queue.run {}.waited }
        while await queue.depth == 0 { await Task.yield() }
        await #expect(throws: WorkQueue.Full.self) { try await queue.run {} }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(await queue.depth == 0)
        gate.open()
        _ = try await running.value
        #expect(await queue.running == 0)
    }

    /// A request waits behind the frames of videos and sessions, however many.
    @Test func framesTakeNoPlaceOfRequests() async throws {
        let queue = WorkQueue(jobs: 1, maxWaiting: 1)
        let gate = Gate()
        let running = Task { try await queue.run { gate.pass() }.waited }
        while await queue.running == 0 { await Task.yield() }
        let frames = (0..<3).map { _ in Task { try await queue.run(.frame) {}.waited } }
        while await queue.depth < 3 { await Task.yield() }
        let request = Task { try await queue.run {}.waited }
        while await queue.depth < 4 { await Task.yield() }
        await #expect(throws: WorkQueue.Full.self) { try await queue.run {} }
        gate.open()
        for task in [running, request] + frames { _ = try await task.value }
        #expect(await queue.depth == 0)
    }

    @Test func workSharesTheCores() async throws {
        let queue = WorkQueue(jobs: Cores.available + 1, maxWaiting: 1)
        let gate = Gate()
        let running = (0..<Cores.available).map { _ in Task { try await queue.run { gate.pass() }.waited } }
        while await queue.running < Cores.available { await Task.yield() }
        #expect(try await queue.run { CoreLoad.shared.share }.output == 1)
        gate.open()
        for task in running { _ = try await task.value }
    }
}
