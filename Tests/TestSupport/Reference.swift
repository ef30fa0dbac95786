internal import Foundation

/// The recorded results of MediaPipe 1.2.2 for the test images.
public enum Reference {
    /// A detected face.
    public struct Detection: Sendable {
        /// The bounding box: x, y, width and height in pixels.
        public var box: [Double]
        /// The score, 0 to 1.
        public var score: Double
        /// The coordinates of the keypoints.
        public var keypoints: [Double]
    }

    /// The landmarks of a face.
    public struct Face: Sendable {
        /// The coordinates of the landmarks.
        public var landmarks: [Double]
        /// The scores of the blendshapes.
        public var blendshapes: [Double]
        /// The transformation matrix.
        public var matrix: [Double]
    }

    /// A test image.
    public struct Photo: Sendable {
        /// The path relative to the folder of the test data.
        public var path: String
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int
        /// The SHA-256 of the RGB bytes that the reference was computed from.
        public var sha256: String
        /// The name of the file format.
        public var format: String
    }

    /// The landmarks of a person.
    public struct Pose: Sendable {
        /// The x, y, z, visibility and presence of 33 landmarks.
        public var landmarks: [Double]
        /// The coordinates of the world landmarks, in meters.
        public var world: [Double]
        /// The path of the mask, an image of 255 times the confidences, relative to the folder of the references.
        public var mask: String?
    }

    /// The images that the reference could decode, and those that it could not.
    public static let photos: (good: [Photo], bad: [String]) = {
        var good: [Photo] = []
        var bad: [String] = []
        for (path, facts) in table("images.json", "images") {
            guard let facts = facts as? [String: Any], facts["ok"] as? Bool == true,
                let size = facts["size"] as? [Int], let sum = facts["rgb_sha256"] as? String
            else {
                bad.append(path)
                continue
            }
            good.append(
                Photo(
                    path: path, width: size[0], height: size[1], sha256: sum,
                    format: facts["format"] as? String ?? ""))
        }
        return (good.sorted { $0.path < $1.path }, bad.sorted())
    }()

    /// Returns the detections by image.
    public static func detections(_ file: String) -> [String: [Detection]] {
        table(file, "results").compactMapValues(detections)
    }

    /// Returns the faces by image, with references to the results for one face resolved.
    public static func faces(_ file: String) -> [String: [Face]] {
        let single = table("face_landmarker_n1.json", "results")
        return table(file, "results").reduce(into: [:]) { faces, entry in
            faces[entry.key] = Self.faces(entry.value is String ? single[entry.key] as Any : entry.value)
        }
    }

    /// Returns the poses by image, with references to the results for one pose resolved.
    public static func poses(_ file: String) -> [String: [Pose]] {
        let single = table("pose_landmarker_n1.json", "results")
        return table(file, "results").reduce(into: [:]) { poses, entry in
            poses[entry.key] = Self.poses(entry.value is String ? single[entry.key] as Any : entry.value)
        }
    }

    /// Returns the results for rotated images.
    public static func rotated() -> [(path: String, degrees: Int, detections: [Detection], faces: [Face])] {
        table("rotation.json", "results").flatMap { path, value in
            ((value as? [String: [String: Any]]) ?? [:]).compactMap { degrees, tasks in
                guard let degrees = Int(degrees),
                    let found = tasks["face_detector_short_range"].flatMap(detections),
                    let faces = tasks["face_landmarker_n1"].flatMap(faces)
                else { return nil }
                return (path, degrees, found, faces)
            }
        }
    }

    /// The recorded results for the frames of a video.
    public struct Video: Sendable {
        /// The path relative to the folder of the test data.
        public var path: String
        /// The timestamps of the frames, in milliseconds.
        public var times: [Int]
        /// The SHA-256 of each frame's RGB bytes.
        public var sha256: [String]
        /// The detections in each frame.
        public var detections: [[Detection]]
        /// The faces by the requested number of faces.
        public var faces: [Int: [[Face]]]
        /// The poses by the requested number of poses.
        public var poses: [Int: [[Pose]]]
    }

    /// The names of the videos with a reference.
    public static let videoNames: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: TestData.url("reference/video").path)) ?? []
        return files.filter { !$0.hasPrefix("broken") }.map { $0.replacing(".json.gz", with: "") }.sorted()
    }()

    /// Returns the reference of a video.
    public static func video(_ name: String) throws -> Video {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gunzip", "-c", TestData.url("reference/video/\(name).json.gz").path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let results = root["results"] as? [String: [Any]] ?? [:]
        func faces(_ key: String) -> [[Face]]? {
            results[key]?.enumerated().map { index, value in
                let single = results["face_landmarker_n1"]?[index] as Any
                return Self.faces(value is String ? single : value) ?? []
            }
        }
        func poses(_ key: String) -> [[Pose]]? {
            results[key]?.enumerated().map { index, value in
                let single = results["pose_landmarker_n1"]?[index] as Any
                return Self.poses(value is String ? single : value) ?? []
            }
        }
        return Video(
            path: root["file"] as? String ?? "", times: root["time_ms"] as? [Int] ?? [],
            sha256: root["rgb_sha256"] as? [String] ?? [],
            detections: (results["face_detector_short_range"] ?? []).map { detections($0) ?? [] },
            faces: [1: faces("face_landmarker_n1"), 5: faces("face_landmarker_n5")].compactMapValues { $0 },
            poses: [1: poses("pose_landmarker_n1"), 3: poses("pose_landmarker_n3")].compactMapValues { $0 })
    }

    /// Parses detections.
    public static func detections(_ value: Any) -> [Detection]? {
        (value as? [[String: Any]])?.map {
            Detection(box: numbers($0["box"]), score: numbers([$0["score"]])[0], keypoints: numbers($0["keypoints"]))
        }
    }

    /// Parses faces.
    public static func faces(_ value: Any) -> [Face]? {
        (value as? [[String: Any]])?.map {
            Face(
                landmarks: numbers($0["landmarks"]), blendshapes: numbers($0["blendshapes"]),
                matrix: numbers($0["matrix"]))
        }
    }

    /// Parses poses.
    public static func poses(_ value: Any) -> [Pose]? {
        (value as? [[String: Any]])?.map {
            Pose(landmarks: numbers($0["landmarks"]), world: numbers($0["world"]), mask: $0["mask"] as? String)
        }
    }

    private static func numbers(_ value: Any?) -> [Double] {
        (value as? [Any] ?? []).map { ($0 as? NSNumber)?.doubleValue ?? .nan }
    }

    private static func table(_ file: String, _ key: String) -> [String: Any] {
        guard let data = try? Data(contentsOf: TestData.url("reference/\(file)")),
            let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return [:] }
        return root[key] as? [String: Any] ?? [:]
    }
}
