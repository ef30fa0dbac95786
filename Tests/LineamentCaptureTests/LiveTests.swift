// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentCapture

@Suite struct LiveTests {
    private func scores(_ values: [Blendshape: Float]) -> [Float] {
        var scores = [Float](repeating: 0, count: Blendshape.allCases.count)
        for (shape, value) in values { scores[shape.index] = value }
        return scores
    }

    private func frame(_ values: [Blendshape: Float], time: Double = 0) -> LiveFrame {
        var frame = LiveFrame(time: time)
        frame.shapes = scores(values)
        return frame
    }

    @Test func aBundleIsThatOfOpenSoundControl() {
        var bundle = OSCBundle()
        bundle.add("/abc", [.int(-2), .float(1), .text("root")])
        let expected: [UInt8] =
            Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 32] + Array("/abc\0\0\0\0,ifs\0\0\0\0".utf8)
            + [255, 255, 255, 254, 0x3f, 0x80, 0, 0] + Array("root\0\0\0\0".utf8)
        #expect(Array(bundle.data) == expected)
    }

    @Test func addressesHaveTheUsualPorts() throws {
        let avatar = try LiveAddress("vmc://127.0.0.1")
        #expect(avatar.port == 39539)
        let face = try LiveAddress("LiveLink://studio:11112/Anna")
        #expect(face.port == 11112)
        #expect(face.subject == "Anna")
        #expect(try LiveAddress("ifacialmocap://[::1]:49983").host == "::1")
        #expect(throws: LineamentError.self) { try LiveAddress("osc://127.0.0.1:9000") }
    }

    @Test(arguments: [
        "vmc://:39539", "vmc://127.0.0.1:99999999999999999999", "vmc://127.0.0.1:0", "vmc://[::1]:70000",
        "vmc://a:b@host",
        "vmc://host/Anna", "vmc://host?x=1", "livelink://host/" + String(repeating: "a", count: 300),
    ]) func wrongAddressesAreRefused(address: String) {
        #expect(throws: LineamentError.self) { try LiveAddress(address) }
    }

    /// Times and rates come from files, cameras and programs.
    @Test(arguments: [0, 3e9, 1e300, .infinity, -.infinity, .nan, -5]) func anyTimeHasAPacket(time: Double) throws {
        let packet = LiveLinkPacket(frame([.jawLeft: 1], time: time), device: UUID(), subject: "a", rate: 1000)
        #expect(packet.data.count == 4 + 37 + 4 + 1 + 17 + 61 * 4)
        for rate in [time, 0] {
            var sender = try LiveSender(to: [LiveAddress("livelink://127.0.0.1:9")], rate: rate)
            sender.send(nil, at: 0, time: time)
        }
    }

    /// A face that goes away for long is no second of a face.
    @Test func calibrationCountsTheTimeWithAFace() {
        var performer = LivePerformer(calibrates: true, gains: ShapeGains())
        var recording = Walker.recording(frames: 1)
        recording.people[0].blendshapes = ValueSeries(width: Blendshape.allCases.count)
        recording.people[0].blendshapes?.append(scores([.jawOpen: 0.2]))
        let person = recording.people[0]
        // Each pause counts for a fifth of a second.
        for time in [0, 5.0, 10, 15] {
            #expect(performer.frame(of: person, at: 0, time: time).shapes == nil, "\(time)")
        }
        var time = 15.0
        while time < 15.5 {
            time += 0.04
            _ = performer.frame(of: person, at: 0, time: time)
        }
        #expect(performer.frame(of: person, at: 0, time: time + 0.2).shapes != nil)
    }

    @Test func liveLinkHasLeftBeforeRightForTheJaw() throws {
        let packet = LiveLinkPacket(
            frame([.jawLeft: 0.25, .mouthRight: 0.5], time: 1.5), device: UUID(), subject: "Anna", rate: 30)
        let data = packet.data
        let start = 4 + 37 + 4 + 4
        #expect(Array(data[0..<5]) == [6, 0, 0, 0, UInt8(ascii: "$")])
        #expect(Array(data[41..<49]) == [0, 0, 0, 4] + Array("Anna".utf8))
        #expect(Array(data[start..<start + 4]) == [0, 0, 0, 45])
        #expect(data[start + 16] == 61)
        #expect(data.count == start + 17 + 61 * 4)
        func value(_ index: Int) -> Float {
            let bytes = data[(start + 17 + 4 * index)..<(start + 21 + 4 * index)]
            return Float(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
        }
        #expect(value(15) == 0.25)
        #expect(value(16) == 0)
        #expect(value(21) == 0)
        #expect(value(22) == 0.5)
    }

    @Test func liveLinkWithoutAFaceEndsAfterTheName() {
        let packet = LiveLinkPacket(LiveFrame(time: 0), device: UUID(), subject: "Anna", rate: 30)
        #expect(packet.data.count == 4 + 37 + 4 + 4)
    }

    /// A datagram that the app sent, as receivers quote it.
    private static let recorded = """
        trackingStatus-1|mouthLowerDown_L-0|mouthFunnel-0|eyeSquint_L-2|jawLeft-0|eyeBlink_L-0|mouthPucker-3|mouthFrown_L-1|\
        browDown_R-0|mouthSmile_L-0|eyeLookIn_R-0|mouthRight-0|browInnerUp-2|eyeLookDown_L-25|mouthSmile_R-0|tongueOut-0|\
        mouthPress_L-2|mouthUpperUp_L-0|jawRight-0|mouthStretch_L-1|mouthDimple_R-1|mouthDimple_L-1|cheekPuff-0|\
        eyeLookIn_L-25|eyeLookOut_L-0|eyeWide_R-4|eyeLookDown_R-25|eyeLookUp_R-0|mouthRollLower-1|browDown_L-0|eyeWide_L-4|\
        mouthStretch_R-1|browOuterUp_L-0|noseSneer_L-3|mouthLowerDown_R-0|eyeSquint_R-2|mouthPress_R-2|jawOpen-0|\
        mouthClose-0|eyeBlink_R-0|cheekSquint_L-1|noseSneer_R-3|jawForward-0|mouthRollUpper-0|eyeLookOut_R-13|\
        mouthUpperUp_R-0|eyeLookUp_L-0|mouthShrugUpper-4|mouthLeft-0|mouthFrown_R-3|mouthShrugLower-5|cheekSquint_R-1|\
        browOuterUp_R-1|hapihapi-0|=head#-16.512114,4.3503346,0.26299524,0.032684557,-0.08100321,-0.39741653|\
        rightEye#8.96733,-4.780719,-0.74686855|leftEye#8.807489,-9.080697,-1.4018708|
        """

    /// Returns the numbers before the head in their order, and the parts with their numbers.
    private func parts(_ text: String) throws -> (names: [String], values: [String: [Double]]) {
        let sections = text.split(separator: "=")
        let shapes = sections[0].split(separator: "|").map { $0.split(separator: "-") }
        var values: [String: [Double]] = [:]
        for shape in shapes { values[String(shape[0])] = [try #require(Double(shape[1]))] }
        for part in sections[1].split(separator: "|") {
            let pair = part.split(separator: "#")
            values[String(pair[0])] = pair[1].split(separator: ",").compactMap { Double($0) }
        }
        return (shapes.map { String($0[0]) }, values)
    }

    /// Receivers count the numbers, skip the first, and fail on names that they do not know.
    @Test func iFacialMocapsTextIsBuiltAsTheApps() throws {
        let recorded = try parts(Self.recorded)
        var live = frame([
            .eyeLookInLeft: 0.25, .eyeLookOutRight: 0.13, .eyeLookDownLeft: 0.25, .eyeLookDownRight: 0.25,
        ])
        live.headPosition = Vector(3.27, -8.1, -39.7)
        live.head =
            Rotation(w: cos(2.175 * .pi / 180), x: 0, y: sin(2.175 * .pi / 180), z: 0)
            * Rotation(w: cos(8.25 * .pi / 180), x: -sin(8.25 * .pi / 180), y: 0, z: 0)
        let text = String(decoding: try #require(IFacialMocapText(live)).data, as: UTF8.self)
        #expect(text.contains("|hapihapi-0|=head#"))
        let sent = try parts(text)
        #expect(sent.names.count == 54)
        #expect(sent.names.first == recorded.names.first)
        #expect(sent.names.last == recorded.names.last)
        #expect(Set(sent.names) == Set(recorded.names))
        // Eyes that look down and to the person's right, and a head that is turned up and to the left, have the app's signs.
        for (part, limit) in [("head", 0.2), ("rightEye", 1.5), ("leftEye", 1.5)] {
            let (mine, apps) = (try #require(sent.values[part]), try #require(recorded.values[part]))
            #expect(mine.count == apps.count)
            for (own, other) in zip(mine.prefix(2), apps) { #expect(abs(own - other) < limit, "\(part)") }
        }
        let place = try #require(sent.values["head"]).suffix(3)
        #expect(zip(place, [0.0327, -0.081, -0.397]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test func iFacialMocapHasPercentAndDegrees() throws {
        var live = frame([.mouthSmileRight: 0.456, .browInnerUp: 1, .jawLeft: 0.3, .mouthRight: 0.2])
        // A quarter turn to the image's right.
        live.head = Rotation(from: Vector(0, 0, 1), to: Vector(1, 0, 0))
        live.headPosition = Vector(10, 20, -50)
        let text = String(decoding: try #require(IFacialMocapText(live)).data, as: UTF8.self)
        for part in ["mouthSmile_R-46|", "browInnerUp-100|", "|jawLeft-30|", "|mouthRight-20|"] {
            #expect(text.contains(part))
        }
        #expect(text.contains("|=head#0.000000,90.000000,0.000000,0.100000,0.200000,-0.500000|rightEye#"))
    }

    @Test func theFirstSecondIsNeutral() throws {
        var performer = LivePerformer(calibrates: true, gains: ShapeGains())
        var recording = Walker.recording(frames: 60)
        recording.people[0].blendshapes = ValueSeries(width: Blendshape.allCases.count)
        for index in 0..<60 {
            recording.people[0].blendshapes?.append(scores([.jawOpen: index < 40 ? 0.2 : 0.6]))
        }
        let frames = recording.times.indices.map {
            performer.frame(of: recording.people[0], at: $0, time: recording.times[$0])
        }
        #expect(frames[29].shapes == nil)
        let resting = try #require(frames[31].shapes)
        #expect(resting[Blendshape.jawOpen.index] == 0)
        let open = try #require(frames[50].shapes)
        #expect(abs(open[Blendshape.jawOpen.index] - 0.5) < 1e-6)
    }

    @Test func gainsMultiplyAndUnknownShapesAreNamed() throws {
        let gains = try ShapeGains(json: Data("{\"jawOpen\": 1.5}".utf8))
        let louder = gains.applied(to: scores([.jawOpen: 0.5, .mouthPucker: 0.5]))
        #expect(louder[Blendshape.jawOpen.index] == 0.75)
        #expect(louder[Blendshape.mouthPucker.index] == 0.5)
        #expect(gains.applied(to: scores([.jawOpen: 0.9]))[Blendshape.jawOpen.index] == 1)
        let error = #expect(throws: LineamentError.self) { try ShapeGains(json: Data("{\"jaw\": 1}".utf8)) }
        #expect(error?.message.contains("jawOpen") == true)
        #expect(throws: LineamentError.self) { try ShapeGains(json: Data("{\"jawOpen\": -1}".utf8)) }
    }

    @Test func theBodyStandsOnTheGroundAndKeepsNothingOfLongAgo() throws {
        var body = LiveBody()
        let recording = Walker.recording(frames: 200)
        for frame in recording.times.indices {
            let posed = body.pose(of: recording.people[0], at: frame)
            let (skeleton, pose) = try #require(posed)
            let placed = skeleton.placed(pose)
            let feet = [Joint.leftFoot, .rightFoot].compactMap { skeleton.index(of: $0) }
            let lowest = try #require(feet.map { placed.positions[$0].y }.min())
            #expect(lowest > 0)
            #expect(lowest < 0.2)
        }
        #expect(body.remembered < 60)
    }

    /// The refusal of one datagram is the error of the next, which goes out nevertheless.
    @Test func whatNobodyReceivesIsLost() throws {
        let sender = try DatagramSocket(host: "127.0.0.1", port: 9)
        let sent = (0..<1000).map { _ in sender.transmit(Data(count: 8000)) }
        #expect(sent.contains(.sent))
    }

    @Test func whatIsSentIsReturned() throws {
        var recording = Walker.recording(frames: 1)
        recording.people[0].blendshapes = ValueSeries(width: Blendshape.allCases.count)
        recording.people[0].blendshapes?.append(scores([.jawOpen: 0.5]))
        var sender = try LiveSender(
            to: [LiveAddress("vmc://127.0.0.1:40002"), LiveAddress("ifacialmocap://127.0.0.1:40002")],
            gains: try ShapeGains(json: Data("{\"jawOpen\": 1.5}".utf8)))
        let sent = sender.send(recording.people[0], at: 0, time: 3)
        #expect(sent.shapes?[Blendshape.jawOpen.index] == 0.75)
        #expect(sent.bones.first?.name == "Hips")
        #expect(sent.bones.allSatisfy { abs(($0.rotation * $0.rotation).sum() - 1) < 1e-5 })
        #expect(sent.datagrams.map(\.address.text) == ["vmc://127.0.0.1:40002", "ifacialmocap://127.0.0.1:40002"])
        #expect(sent.datagrams[0].byteCount > 1000)
        #expect(!sent.isCalibrating)
        let nobody = sender.send(nil, at: 0, time: 4)
        #expect(nobody.shapes == nil)
        #expect(nobody.bones.isEmpty)
        #expect(nobody.datagrams[1].byteCount == 0)
    }

    @Test func theNeutralFaceCanBeSoughtAgain() throws {
        var recording = Walker.recording(frames: 1)
        recording.people[0].blendshapes = ValueSeries(width: Blendshape.allCases.count)
        recording.people[0].blendshapes?.append(scores([.jawOpen: 0.2]))
        var sender = try LiveSender(to: [LiveAddress("livelink://127.0.0.1:40002")])
        #expect(sender.send(recording.people[0], at: 0, time: 0).shapes?[Blendshape.jawOpen.index] == 0.2)
        sender.calibrate()
        var frame = sender.send(recording.people[0], at: 0, time: 0.1)
        #expect(frame.isCalibrating)
        #expect(frame.shapes == nil)
        for number in 1...12 { frame = sender.send(recording.people[0], at: 0, time: 0.1 + Double(number) / 10) }
        #expect(!frame.isCalibrating)
        #expect(frame.shapes?[Blendshape.jawOpen.index] == 0)
    }

    @Test func aRateTakesAsManyFramesAsItSays() {
        var rate = SendingRate(10)
        let times = (0..<90).map { Double($0) / 30 }
        let taken = times.filter { time in
            guard rate.isDue(time) else { return false }
            rate.take(time)
            return true
        }
        #expect((29...31).contains(taken.count))
        #expect(SendingRate(nil).isDue(0))
    }

    @Test func addressesAreWrittenAsTheyAreRead() throws {
        for text in ["vmc://127.0.0.1:39539", "livelink://[::1]:11111/Anna", "ifacialmocap://studio:1"] {
            #expect(try LiveAddress(text).text == text)
        }
    }
}
