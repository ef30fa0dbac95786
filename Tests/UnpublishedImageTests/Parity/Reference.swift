// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The recorded results of MediaPipe 1.2.2 for the test images.
enum Reference {
    /// A detected face.
    struct Detection: Sendable {
        /// The bounding box: x, y, width and height in pixels.
        var box: [Double]
        /// The score, 0 to 1.
        var score: Double
        /// The coordinates of the keypoints.
        var keypoints: [Double]
    }

    /// The landmarks of a face.
    struct Face: Sendable {
        /// The coordinates of the landmarks.
        var landmarks: [Double]
        /// The scores of the blendshapes.
        var blendshapes: [Double]
        /// The transformation matrix.
        var matrix: [Double]
    }

    /// A test image.
    struct Photo: Sendable {
        /// The path relative to the folder of the test data.
        var path: String
        /// The width in pixels.
        var width: Int
        /// The height in pixels.
        var height: Int
        /// The SHA-256 of the RGB bytes that the reference was computed from.
        var sha256: String
        /// The name of the file format.
        var format: String
    }

    /// The landmarks of a person.
    struct Pose: Sendable {
        /// The x, y, z, visibility and presence of 33 landmarks.
        var landmarks: [Double]
        /// The coordinates of the world landmarks, in meters.
        var world: [Double]
        /// The path of the mask, an image of 255 times the confidences, relative to the folder of the references.
        var mask: String?
    }

    /// The images that the reference could decode, and those that it could not. Both are empty without the test data;
    /// with it, a missing table ends the tests.
    static let photos: (good: [Photo], bad: [String]) = {
        guard TestData.isPresent else { return ([], []) }
        do {
            return try readPhotos()
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static func readPhotos() throws -> (good: [Photo], bad: [String]) {
        var good: [Photo] = []
        var bad: [String] = []
        for (path, facts) in try table("images.json", "images") {
            guard let facts = facts as? [String: Any], facts["ok"] as? Bool == true else {
                bad.append(path)
                continue
            }
            let size = try numbers(facts["size"], count: 2, "size of \(path)").map { Int($0) }
            good.append(
                Photo(
                    path: path, width: size[0], height: size[1],
                    sha256: try required(facts["rgb_sha256"] as? String, "rgb_sha256 of \(path)"),
                    format: try required(facts["format"] as? String, "format of \(path)")))
        }
        return (good.sorted { $0.path < $1.path }, bad.sorted())
    }

    /// Returns the detections by image.
    /// - Throws: If the table or one of its numbers is missing, as all functions here do.
    static func detections(_ file: String) throws -> [String: [Detection]] {
        try table(file, "results").mapValues { try detections($0) }
    }

    /// Returns the faces by image, with references to the results for one face resolved.
    static func faces(_ file: String) throws -> [String: [Face]] {
        try resolved(file, single: "face_landmarker_n1.json").mapValues { try faces($0) }
    }

    /// Returns the poses by image, with references to the results for one pose resolved.
    static func poses(_ file: String) throws -> [String: [Pose]] {
        try resolved(file, single: "pose_landmarker_n1.json").mapValues { try poses($0) }
    }

    private static func resolved(_ file: String, single: String) throws -> [String: Any] {
        let singles = try table(single, "results")
        return try table(file, "results").reduce(into: [:]) { results, entry in
            results[entry.key] = entry.value is String ? singles[entry.key] : entry.value
        }
    }

    /// Returns the results for rotated images.
    static func rotated() throws -> [(path: String, degrees: Int, detections: [Detection], faces: [Face])] {
        try table("rotation.json", "results").flatMap { path, value in
            try required(value as? [String: [String: Any]], "results of \(path)").map { degrees, tasks in
                (
                    path, try required(Int(degrees), "degrees of \(path)"),
                    try detections(tasks["face_detector_short_range"]), try faces(tasks["face_landmarker_n1"])
                )
            }
        }
    }

    /// The recorded results for the frames of a video.
    struct Video: Sendable {
        /// The path relative to the folder of the test data.
        var path: String
        /// The timestamps of the frames, in milliseconds.
        var times: [Int]
        /// The SHA-256 of each frame's RGB bytes.
        var sha256: [String]
        /// The detections in each frame.
        var detections: [[Detection]]
        /// The faces by the requested number of faces.
        var faces: [Int: [[Face]]]
        /// The poses by the requested number of poses.
        var poses: [Int: [[Pose]]]
    }

    /// The names of the videos with a reference.
    static let videoNames: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: TestData.url("reference/video").path)) ?? []
        let names = files.filter { !$0.hasPrefix("broken") }.map { $0.replacing(".json.gz", with: "") }.sorted()
        precondition(!names.isEmpty || !TestData.isPresent, "there are no references of videos")
        return names
    }()

    /// Returns the reference of a video.
    static func video(_ name: String) throws -> Video {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gunzip", "-c", TestData.url("reference/video/\(name).json.gz").path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let root = try required(JSONSerialization.jsonObject(with: data) as? [String: Any], name)
        let results = try required(root["results"] as? [String: [Any]], "results of \(name)")
        func frames(_ key: String, single: String) throws -> [Any]? {
            try results[key]?.enumerated().map { index, value in
                value is String ? try required(results[single]?[index], "frame \(index) of \(name)") : value
            }
        }
        func faces(_ key: String) throws -> [[Face]]? {
            try frames(key, single: "face_landmarker_n1")?.map { try Self.faces($0) }
        }
        func poses(_ key: String) throws -> [[Pose]]? {
            try frames(key, single: "pose_landmarker_n1")?.map { try Self.poses($0) }
        }
        let video = Video(
            path: try required(root["file"] as? String, "file of \(name)"),
            times: try required(root["time_ms"] as? [Int], "time_ms of \(name)"),
            sha256: try required(root["rgb_sha256"] as? [String], "rgb_sha256 of \(name)"),
            detections: try required(results["face_detector_short_range"], "detections of \(name)")
                .map { try detections($0) },
            faces: try [1: faces("face_landmarker_n1"), 5: faces("face_landmarker_n5")].compactMapValues { $0 },
            poses: try [1: poses("pose_landmarker_n1"), 3: poses("pose_landmarker_n3")].compactMapValues { $0 })
        let counts =
            [video.sha256.count, video.detections.count] + (video.faces.values.map(\.count))
            + (video.poses.values.map(\.count))
        guard !video.times.isEmpty, !video.faces.isEmpty,
            counts.allSatisfy({ $0 == video.times.count })
        else { throw Missing(what: "frames of \(name)") }
        return video
    }

    /// Parses detections.
    static func detections(_ value: Any?) throws -> [Detection] {
        try objects(value, "detections").map {
            Detection(
                box: try numbers($0["box"], count: 4, "box"), score: try numbers([$0["score"]], count: 1, "score")[0],
                keypoints: try numbers($0["keypoints"], count: 12, "keypoints"))
        }
    }

    /// Parses faces.
    static func faces(_ value: Any?) throws -> [Face] {
        try objects(value, "faces").map {
            Face(
                landmarks: try numbers($0["landmarks"], count: 478 * 3, "landmarks"),
                blendshapes: try numbers($0["blendshapes"], count: 52, "blendshapes"),
                matrix: try numbers($0["matrix"], count: 16, "matrix"))
        }
    }

    /// Parses poses.
    static func poses(_ value: Any?) throws -> [Pose] {
        try objects(value, "poses").map {
            Pose(
                landmarks: try numbers($0["landmarks"], count: 33 * 5, "landmarks"),
                world: try numbers($0["world"], count: 33 * 5, "world"), mask: $0["mask"] as? String)
        }
    }

    private static func objects(_ value: Any?, _ what: String) throws -> [[String: Any]] {
        try required(value as? [[String: Any]], what)
    }

    private static func numbers(_ value: Any?, count: Int, _ what: String) throws -> [Double] {
        let numbers = try required(value as? [Any], what).map { try required($0 as? NSNumber, what).doubleValue }
        guard numbers.count == count, numbers.allSatisfy(\.isFinite) else {
            throw Missing(what: "\(count) numbers of \(what)")
        }
        return numbers
    }

    private static func table(_ file: String, _ key: String) throws -> [String: Any] {
        let data = try Data(contentsOf: TestData.url("reference/\(file)"))
        let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        guard let table = root?[key] as? [String: Any], !table.isEmpty else {
            throw Missing(what: "\(key) in \(file)")
        }
        return table
    }

    private static func required<Value>(_ value: Value?, _ what: String) throws -> Value {
        guard let value else { throw Missing(what: what) }
        return value
    }

    /// The error for references that are not as they should be.
    private struct Missing: Error, CustomStringConvertible {
        let what: String
        var description: String { "the reference has no \(what)" }
    }
}
