// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// The analyzer whose values ML Kit's dialect has under its names.
@Suite struct FaceAnalyzerTests {
    private static func analyzer(_ change: (FaceAnalyzerOptions) -> Void = { _ in }) throws -> FaceAnalyzer {
        let options = FaceAnalyzerOptions()
        options.range = .short
        change(options)
        return try FaceAnalyzer(options: options)
    }

    @Test func sessionsTrackFacesAndCheckTimes() throws {
        let analyzer = try Self.analyzer()
        let session = analyzer.makeSession()
        let image = try Sample.image()
        #expect(try analyzer.detect(image: image).faces.map(\.trackID) == [nil])
        for time in [-5, 0, 40] {
            #expect(try session.detect(videoFrame: image, timestampInMilliseconds: time).trackIDs == [1])
        }
        for time in [40, 39, .min, .max] {
            let error = #expect(throws: LineamentError.self) {
                try session.detect(videoFrame: image, timestampInMilliseconds: time)
            }
            #expect(error?.code == .invalidArgument)
        }
        session.reset()
        #expect(try session.detect(videoFrame: image, timestampInMilliseconds: 0).faces.count == 1)
    }

    @Test func onlyWhatIsRequestedIsThere() throws {
        let image = try Sample.image()
        let usual = try #require(Self.analyzer().detect(image: image).faces.first)
        #expect(usual.landmarks.count == 8)
        #expect(usual.contours.isEmpty)
        #expect(try #require(usual.smilingProbability) > 0.5)
        let other = try #require(
            Self.analyzer {
                $0.outputLandmarks = false
                $0.outputContours = true
                $0.outputExpressions = false
            }.detect(image: image).faces.first)
        #expect(other.landmarks.isEmpty)
        #expect(other.contours.values.reduce(0) { $0 + $1.count } == 133)
        #expect(other.smilingProbability == nil)
        #expect(other.yaw == usual.yaw)
    }

    /// Positions are those of the image as stored, whatever its orientation; angles are those that one sees.
    @Test func positionsAreInTheImageAsStored() throws {
        let image = try Sample.image()
        let analyzer = try Self.analyzer {
            $0.acceptsMirroredOrientations = true
            $0.outputContours = true
        }
        let upright = try #require(analyzer.detect(image: image).faces.first)
        let mirrored = try UprightImage(image.pixels, orientation: .upMirrored)
        let stored = try MPImage(pixelBuffer: mirrored.pixels, orientation: .upMirrored)
        let face = try #require(analyzer.detect(image: stored).faces.first)
        let width = CGFloat(image.pixels.width)
        #expect(abs(face.boundingBox.minX - (width - upright.boundingBox.maxX)) < 1)
        let nose = try #require(face.landmarks[.noseBase])
        let uprightNose = try #require(upright.landmarks[.noseBase])
        #expect(abs(nose.x - (width - uprightNose.x)) < 1)
        #expect(abs(nose.y - uprightNose.y) < 1)
        #expect(abs(try #require(face.yaw) - (try #require(upright.yaw))) < 1)
    }

    /// `Codable` has the members that the command line prints, and reads all of them back.
    @Test func jsonIsThatOfTheCommandLine() throws {
        let analyzer = try Self.analyzer { $0.outputContours = true }
        let image = try Sample.image()
        let frame = try analyzer.makeSession().detect(videoFrame: image, timestampInMilliseconds: 0)
        for result in [try analyzer.detect(image: image), frame] {
            var text = JSONText()
            text.object { result.writeMembers(to: &$0) }
            let encoded = try JSONEncoder().encode(result)
            let object = try #require(try JSONSerialization.jsonObject(with: encoded) as? NSDictionary)
            #expect(try object == JSONSerialization.jsonObject(with: Data(text.text.utf8)) as? NSDictionary)
            #expect(object["timestampInMilliseconds"] as? Int == (result.isFrame ? 0 : nil))
            let decoded = try JSONDecoder().decode(FaceAnalyzerResult.self, from: encoded)
            #expect(decoded.isFrame == result.isFrame)
            #expect(decoded.trackIDs == result.trackIDs)
            let face = try #require(decoded.faces.first)
            let original = try #require(result.faces.first)
            #expect(face.yaw == original.yaw)
            #expect(face.smilingProbability == original.smilingProbability)
            #expect(Set(face.landmarks.keys) == Set(original.landmarks.keys))
            #expect(face.contours.mapValues(\.count) == original.contours.mapValues(\.count))
            // What is decoded is written as it was read: positions have the precision of the JSON.
            #expect(try JSONDecoder().decode(FaceAnalyzerResult.self, from: JSONEncoder().encode(decoded)) == decoded)
        }
    }

    @Test func whatIsMissingInJSONIsUnknown() throws {
        func decode(_ members: String) throws -> FaceAnalyzerResult {
            let frame = #""frame": {"x": 1, "y": 2, "width": 30, "height": 40}"#
            return try JSONDecoder().decode(
                FaceAnalyzerResult.self, from: Data(#"{"faces": [{\#(frame)\#(members)}]}"#.utf8))
        }
        let face = try #require(try decode("").faces.first)
        #expect(face.boundingBox == CGRect(x: 1, y: 2, width: 30, height: 40))
        #expect(face.yaw == nil)
        #expect(face.trackID == nil)
        #expect(face.landmarks.isEmpty)
        let nose = try decode(#", "landmarks": {"noseBase": {"x": 3, "y": 4}}"#)
        #expect(nose.faces.first?.landmarks == [.noseBase: CGPoint(x: 3, y: 4)])
        #expect(nose.description == "1 face at 0 ms")
        #expect(throws: DecodingError.self) { try decode(#", "landmarks": {"chin": {"x": 3, "y": 4}}"#) }
    }

    @Test func wrongOptionsAreRefused() throws {
        #expect(throws: LineamentError.self) { try Self.analyzer { $0.minFaceSize = 1.5 } }
        let error = #expect(throws: LineamentError.self) {
            try Self.analyzer { $0.baseOptions.modelAssetPath = "face.task" }
        }
        #expect(error?.message.contains("modelAssetPath") == true)
    }
}
