// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// MediaPipe 1.2.3's results for the derived images, as Scripts/references/make_references.py recorded them.
public struct DerivedReference: Sendable {
    /// A task, its options and the image or clip that it was run on.
    public struct Run: Decodable, Sendable, CustomStringConvertible {
        /// The task: face-detector, face-detector-full, face-landmarker or pose-landmarker.
        public let task: String
        /// The name of the image or clip.
        public let input: String
        /// The largest number of faces or poses.
        public let count: Int
        /// The clockwise rotation that makes the image upright, in degrees.
        public let rotation: Int
        /// Whether the input is a clip, run in video mode.
        public let isClip: Bool
        /// The number of detections, faces or poses in each frame.
        public let counts: [Int]
        /// The masks that were recorded; `nil` if the run had none.
        public let masks: [Mask]?
        fileprivate let offset: Int

        /// The task, the input and the options.
        public var description: String {
            "\(task) \(input)" + (count > 1 ? ", up to \(count)" : "")
                + (rotation == 0 ? "" : ", rotated by \(rotation)°")
        }
    }

    /// Where a mask was recorded.
    public struct Mask: Decodable, Sendable {
        /// The index of the frame.
        public let frame: Int
        /// The index of the pose in the frame.
        public let subject: Int
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        fileprivate let offset: Int
        fileprivate let runs: Int
    }

    /// The size and checksum of an image or of all frames of a clip.
    public struct Input: Decodable, Sendable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// ``DerivedPixels/checksum``, hexadecimal.
        public let checksum: String
        /// The times of a clip's frames, in milliseconds.
        public let times: [Int]?
    }

    private struct Index: Decodable {
        let versions: [String: String]
        let machine: [String]
        let block: Int
        let images: [String: Input]
        let clips: [String: Input]
        let tables: [String: [String]]
        let runs: [Run]
    }

    /// The recorded references.
    public static let stored = Result { try DerivedReference() }

    private let index: Index
    private let floats: [String: [Float]]

    private init() throws {
        let folder = Self.folder
        index = try JSONDecoder().decode(
            Index.self, from: Data(contentsOf: folder.appendingPathComponent("index.json")))
        var floats: [String: [Float]] = [:]
        for name in ["face-detector", "face-landmarker", "pose-landmarker"] {
            let data = [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).f32")))
            floats[name] = data.withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count, by: 4).map {
                    Float(
                        bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
                }
            }
        }
        self.floats = floats
    }

    /// The runs in the order of the file.
    public var runs: [Run] { index.runs }

    /// The sizes and checksums of the images.
    public var images: [String: Input] { index.images }

    /// The sizes and checksums of the clips.
    public var clips: [String: Input] { index.clips }

    /// The names of blendshapes and joints in the order of their indices, and the connections as "start-end".
    public var tables: [String: [String]] { index.tables }

    /// The folder of the references: `LINEAMENT_REFERENCES`, or those of the repository.
    private static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment[variable] { return URL(fileURLWithPath: path) }
        return TestData.packageRoot.appendingPathComponent("Tests/ParityTests/References")
    }()

    private static let variable = "LINEAMENT_REFERENCES"

    /// Whether they are from a processor of the family that runs the tests. Those that `LINEAMENT_REFERENCES` names must be.
    public static let areOfThisFamily = ProcessInfo.processInfo.environment[variable] != nil

    /// The version of MediaPipe that they are from.
    public var mediaPipe: String { index.versions["mediapipe"] ?? "" }

    /// The vector units of the processor that the references were recorded on.
    public var machine: String { index.machine.joined(separator: ", ") }

    /// Returns the numbers of each detection, face or pose in each frame, as Scripts/references/make_references.py
    /// describes them.
    public func subjects(of run: Run) -> [[[Float]]] {
        let length = Self.length(of: run.task)
        var offset = run.offset
        return run.counts.map { count in
            (0..<count).map { _ in
                defer { offset += length }
                return Array(numbers(of: run.task)[offset..<offset + length])
            }
        }
    }

    /// Returns the means of a mask's blocks of 16 x 16 pixels, and for each pixel whether its value is above 0.5.
    public func mask(_ mask: Mask) -> (means: [Float], isInside: [Bool]) {
        let count = ((mask.width + index.block - 1) / index.block) * ((mask.height + index.block - 1) / index.block)
        let numbers = numbers(of: "pose-landmarker")[mask.offset..<mask.offset + count + mask.runs]
        var isInside: [Bool] = []
        for (number, length) in numbers.dropFirst(count).enumerated() {
            isInside += repeatElement(!number.isMultiple(of: 2), count: Int(length))
        }
        return (Array(numbers.prefix(count)), isInside)
    }

    /// Returns the means of the blocks of a mask's values, as the references have them.
    public func blockMeans(_ values: [Float], width: Int, height: Int) -> [Float] {
        let block = index.block
        return stride(from: 0, to: height, by: block).flatMap { top in
            stride(from: 0, to: width, by: block).map { left in
                var (sum, count) = (0.0, 0.0)
                for y in top..<min(top + block, height) {
                    for x in left..<min(left + block, width) {
                        sum += Double(values[y * width + x])
                        count += 1
                    }
                }
                return Float(sum / count)
            }
        }
    }

    private func numbers(of task: String) -> [Float] {
        floats[task == "face-detector-full" ? "face-detector" : task] ?? []
    }

    private static func length(of task: String) -> Int {
        switch task {
        case "face-landmarker": 478 * 3 + 52 + 16
        case "pose-landmarker": 33 * 5 + 33 * 3
        default: 17
        }
    }
}
