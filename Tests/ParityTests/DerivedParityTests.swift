// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// Every image and clip derived from the sample photo and from the photo `camera`, against MediaPipe 1.2.3.
///
/// The references are complete and not rounded. On the machine that recorded them, detections, landmarks, blendshapes and
/// visibilities are equal in images, and differ by at most 3.9e-5 px and 8.3e-7 in clips of 48 frames. Matrices, which are
/// solved in double precision here and in single precision there, differ by up to 2.2e-6 in rotation and scale and by
/// 1.7e-4 cm in translation; means of a mask's blocks by up to 1.2e-4.
@Suite struct DerivedParityTests {
    /// Runs with the same task and options.
    struct Group: Sendable, CustomTestStringConvertible {
        let task: String
        let count: Int
        let hasMasks: Bool
        let runs: [DerivedReference.Run]

        var testDescription: String { "\(task), up to \(count)" + (hasMasks ? ", with masks" : "") }
    }

    private static let runs = ((try? DerivedReference.stored.get().runs) ?? []).filter {
        TestData.hasCameraPhoto || !DerivedInputs.isOfCameraPhoto($0.input)
    }

    static let imageGroups: [Group] = Dictionary(grouping: runs.filter { !$0.isClip }) {
        "\($0.task) \($0.count) \($0.masks != nil)"
    }.sorted { $0.key < $1.key }.map {
        Group(task: $1[0].task, count: $1[0].count, hasMasks: $1[0].masks != nil, runs: $1)
    }

    static let clipRuns = runs.filter(\.isClip)

    @Test(.enabled(if: TestData.hasCameraPhoto, "\(TestData.cameraPhotoIsAbsentMessage)"))
    func allRunsAreStored() throws {
        let reference = try DerivedReference.stored.get()
        #expect(reference.runs.count > 200)
        #expect(Self.clipRuns.count == 15)
        #expect(Set(reference.images.keys) == Set(DerivedImages.allNames + DerivedCameraImages.names))
        #expect(Set(reference.clips.keys) == Set(DerivedClips.names + DerivedCameraImages.clipNames))
    }

    @Test(arguments: imageGroups) func imagesEqualTheReference(group: Group) throws {
        let task = try DerivedTask(group.task, count: group.count, hasMasks: group.hasMasks, isClip: false)
        let reference = try DerivedReference.stored.get()
        for run in group.runs {
            var comparison = ReferenceComparison(isTracked: false, isOfThisFamily: DerivedReference.areOfThisFamily)
            let pixels = try DerivedInputs.image(run.input)
            let orientation: MPImage.Orientation =
                switch run.rotation {
                case -90: .left
                case 90: .right
                case 180: .down
                default: .up
                }
            let expected = reference.subjects(of: run)[0]
            let image = try MPImage(
                pixelBuffer: pixels.pixelBuffer(), orientation: orientation, rotationDegrees: run.rotation)
            let (found, masks) = try task.numbers(image)
            try comparison.add(found, expected, run, pixels, place: "\(run)")
            try comparison.add(masks, run, frame: 0)
            if run.rotation != 0 {
                // The angles of iOS have other last bits for 90 and 180 degrees, which move landmarks by up to 0.015 px.
                let isRounded = run.rotation == 90 || run.rotation == 180
                try expectClose(
                    task.numbers(pixels.image(orientation: orientation)).0, expected, run, pixels,
                    factor: isRounded ? 300 : 1)
            }
            try report(comparison.problems)
        }
    }

    @Test(arguments: clipRuns) func clipsEqualTheReference(run: DerivedReference.Run) throws {
        let task = try DerivedTask(run.task, count: run.count, hasMasks: run.masks != nil, isClip: true)
        let reference = try DerivedReference.stored.get()
        let clip = try DerivedInputs.clip(run.input)
        let expected = reference.subjects(of: run)
        var comparison = ReferenceComparison(isTracked: true, isOfThisFamily: DerivedReference.areOfThisFamily)
        for (index, (frame, expected)) in try pairs(clip.frames, expected).enumerated() {
            let (found, masks) = try task.numbers(frame.image(), time: clip.times[index])
            try comparison.add(found, expected, run, frame, place: "\(run), frame \(index)")
            // What differs in one frame differs in all that follow.
            guard comparison.problems.isEmpty else { break }
            try comparison.add(masks, run, frame: index)
        }
        comparison.finish("\(run)")
        try report(comparison.problems)
    }

    /// Compares the faces of an image, where `factor` widens the limits, without noting them for the report.
    private func expectClose(
        _ found: [[Float]], _ expected: [[Float]], _ run: DerivedReference.Run, _ pixels: DerivedPixels, factor: Double
    ) throws {
        for (index, values) in try pairs(found, expected).flatMap({ try pairs($0, $1) }).enumerated() {
            let number = DerivedNumber(
                task: run.task, index: index % (expected.first?.count ?? 1), width: pixels.width, height: pixels.height)
            let difference = abs(Double(values.0) - Double(values.1)) * number.scale
            let limit = number.kind.limit(number.exact * factor, scale: number.scale)
            guard !(difference <= limit) else { continue }
            Issue.record(
                "\(run), as an orientation: \(number.kind.rawValue) differs by \(difference), more than \(limit)")
        }
    }

    private func report(_ problems: [String]) throws {
        guard !problems.isEmpty else { return }
        let machine = try DerivedReference.stored.get().machine
        Issue.record("\(problems.joined(separator: "\n")) (The references are from a processor with \(machine).)")
    }

    /// Names and connections, whose order is that of the indices.
    @Test func tablesEqualTheReference() throws {
        let tables = try DerivedReference.stored.get().tables
        let options = FaceLandmarkerOptions()
        options.outputFaceBlendshapes = true
        let result = try FaceLandmarker(options: options).detect(image: DerivedInputs.image("sample").image())
        let blendshapes = try #require(result.faceBlendshapes.first)
        #expect(blendshapes.categories.compactMap(\.categoryName) == tables["blendshapes"])
        #expect(blendshapes.categories.map(\.index) == Array(0..<52))
        #expect(
            PoseLandmark.allCases.map { "\($0)".lowercased() }
                == tables["poseLandmarks"]?.map { $0.lowercased().replacing("_", with: "") })
        for (name, connections) in [
            "LIPS": FaceLandmarker.lipsConnections(), "LEFT_EYE": FaceLandmarker.leftEyeConnections(),
            "LEFT_EYEBROW": FaceLandmarker.leftEyebrowConnections(),
            "LEFT_IRIS": FaceLandmarker.leftIrisConnections(), "RIGHT_EYE": FaceLandmarker.rightEyeConnections(),
            "RIGHT_EYEBROW": FaceLandmarker.rightEyebrowConnections(),
            "RIGHT_IRIS": FaceLandmarker.rightIrisConnections(), "FACE_OVAL": FaceLandmarker.faceOvalConnections(),
            "CONTOURS": FaceLandmarker.contoursConnections(),
            "TESSELATION": FaceLandmarker.tesselationConnections(), "POSE": PoseLandmarker.poseLandmarks,
        ] {
            var expected = Set(try #require(tables[name]))
            // The contours of MediaPipe's iOS library have the irises, those of its Python library do not. The order of
            // the lines differs between them, too.
            if name == "CONTOURS" { expected.formUnion((tables["LEFT_IRIS"] ?? []) + (tables["RIGHT_IRIS"] ?? [])) }
            #expect(Set(connections.map { "\($0.start)-\($0.end)" }) == expected, "\(name)")
        }
    }
}

extension ReferenceComparison {
    /// Compares the faces or bodies of an image.
    fileprivate mutating func add(
        _ found: [[Float]], _ expected: [[Float]], _ run: DerivedReference.Run, _ pixels: DerivedPixels, place: String
    ) throws {
        guard hasSameCount(found.count, expected.count, place) else { return }
        for (subject, (found, expected)) in try pairs(found, expected).enumerated() {
            var numbers: [DerivedNumber: [Double]] = [:]
            for (index, values) in try pairs(found, expected).enumerated() {
                let number = DerivedNumber(task: run.task, index: index, width: pixels.width, height: pixels.height)
                numbers[number, default: []].append((Double(values.0) - Double(values.1)) * number.scale)
            }
            for (number, differences) in numbers {
                add(
                    number.kind, differences, exact: number.exact, scale: number.scale,
                    "\(place), subject \(subject)")
            }
        }
    }

    /// Compares the masks of a frame. The last bit of the warp coefficients shifts a few of their pixels by 1/32 of a pixel.
    fileprivate mutating func add(_ masks: [Mask], _ run: DerivedReference.Run, frame: Int) throws {
        for stored in (run.masks ?? []) where stored.frame == frame {
            let place = "\(run), frame \(frame), mask \(stored.subject)"
            guard masks.indices.contains(stored.subject) else { continue }
            let mask = masks[stored.subject]
            try #require(mask.width == stored.width, "\(place)")
            try #require(mask.height == stored.height, "\(place)")
            let values = mask.withUnsafeFloats { Array($0) }
            let reference = try DerivedReference.stored.get()
            let (means, isInside) = reference.mask(stored)
            let found = reference.blockMeans(values, width: mask.width, height: mask.height)
            let blocks = try pairs(found, means).map { Double($0) - Double($1) }
            add(.maskMean, blocks, exact: 5e-4, place)
            let differing = try pairs(values, isInside).count { ($0 > 0.5) != $1 }
            add(.maskEdge, [Double(differing)], exact: 4, scale: Double(values.count), place)
        }
    }
}

/// The derived images and clips, checked to be those that the references are of.
enum DerivedInputs {
    static let images = Result { DerivedImages(sample: try .sample()) }
    private static let camera = Result { DerivedCameraImages(photo: try .camera()) }

    /// Whether an image or clip is derived from the photo `camera`.
    static func isOfCameraPhoto(_ name: String) -> Bool {
        DerivedCameraImages.names.contains(name) || DerivedCameraImages.clipNames.contains(name)
    }

    static func image(_ name: String) throws -> DerivedPixels {
        let pixels = try isOfCameraPhoto(name) ? camera.get().image(name).pixels : images.get().image(name).pixels
        try check(name, [pixels], DerivedReference.stored.get().images[name])
        return pixels
    }

    static func clip(_ name: String) throws -> DerivedClips.Clip {
        let clip = try isOfCameraPhoto(name) ? camera.get().clip(name) : DerivedClips(images.get()).clip(name)
        let stored = try DerivedReference.stored.get().clips[name]
        try check(name, clip.frames, stored)
        guard clip.times == stored?.times else { throw Changed(name: name) }
        return clip
    }

    private static func check(_ name: String, _ pixels: [DerivedPixels], _ stored: DerivedReference.Input?) throws {
        guard let stored, UInt64(stored.checksum, radix: 16) == DerivedPixels.checksum(pixels) else {
            throw Changed(name: name)
        }
    }

    private struct Changed: Error, CustomStringConvertible {
        let name: String
        var description: String {
            """
            The pixels of \(name) are not those that the references are of: the derivation in Tests/TestSupport or its \
            photo has changed. After a deliberate change, run Scripts/references/make_references.py.
            """
        }
    }
}

/// A task whose results are read as the numbers of the references.
private enum DerivedTask {
    case detector(FaceDetector)
    case faces(FaceLandmarker)
    case poses(PoseLandmarker)

    init(_ task: String, count: Int, hasMasks: Bool, isClip: Bool) throws {
        let mode: RunningMode = isClip ? .video : .image
        switch task {
        case "face-landmarker":
            let options = FaceLandmarkerOptions()
            options.runningMode = mode
            options.numFaces = count
            options.outputFaceBlendshapes = true
            options.outputFacialTransformationMatrixes = true
            self = .faces(try FaceLandmarker(options: options))
        case "pose-landmarker":
            let options = PoseLandmarkerOptions()
            options.runningMode = mode
            options.numPoses = count
            options.shouldOutputSegmentationMasks = hasMasks
            self = .poses(try PoseLandmarker(options: options))
        default:
            let options = FaceDetectorOptions()
            options.runningMode = mode
            options.range = task == "face-detector-full" ? .full : .short
            self = .detector(try FaceDetector(options: options))
        }
    }

    func numbers(_ image: MPImage, time: Int? = nil) throws -> (subjects: [[Float]], masks: [Mask]) {
        switch self {
        case .detector(let task):
            let result =
                try time.map { try task.detect(videoFrame: image, timestampInMilliseconds: $0) }
                ?? task.detect(image: image)
            return (result.detections.map(numbers), [])
        case .faces(let task):
            let result =
                try time.map { try task.detect(videoFrame: image, timestampInMilliseconds: $0) }
                ?? task.detect(image: image)
            let shapes = try pairs(result.faceBlendshapes, result.facialTransformationMatrixes)
            let faces = try pairs(result.faceLandmarks, shapes).map { points, shapes in
                points.flatMap { [$0.x, $0.y, $0.z] } + shapes.0.categories.map(\.score)
                    + (0..<16).map { shapes.1.element(row: $0 / 4, column: $0 % 4) ?? .nan }
            }
            return (faces, [])
        case .poses(let task):
            let result =
                try time.map { try task.detect(videoFrame: image, timestampInMilliseconds: $0) }
                ?? task.detect(image: image)
            let poses = try pairs(result.landmarks, result.worldLandmarks).map { points, world in
                points.flatMap {
                    [$0.x, $0.y, $0.z, $0.visibility?.floatValue ?? .nan, $0.presence?.floatValue ?? .nan]
                } + world.flatMap { [$0.x, $0.y, $0.z] }
            }
            return (poses, result.segmentationMasks)
        }
    }

    private func numbers(_ detection: Detection) -> [Float] {
        let box = detection.boundingBox
        return [Float(box.minX), Float(box.minY), Float(box.width), Float(box.height), detection.categories[0].score]
            + (detection.keypoints ?? []).flatMap { [Float($0.location.x), Float($0.location.y)] }
    }
}

/// The kind of a number of the references, and how far another one may be from it.
private struct DerivedNumber: Hashable {
    let kind: OutputKind
    /// The factor from the number to the unit of the limit: pixels for what is a place in the image.
    let scale: Double
    /// The limit on the machine that recorded the references.
    let exact: Double

    init(task: String, index: Int, width: Int, height: Int) {
        func coordinate(_ kind: OutputKind, _ axis: Int) -> DerivedNumber {
            DerivedNumber(kind, axis == 1 ? height : width, exact: 1e-4)
        }
        switch (task, index) {
        case ("face-landmarker", ..<1434): self = coordinate(.faceLandmark, index % 3)
        case ("face-landmarker", ..<1486): self.init(.blendshape, exact: 2e-6)
        case ("face-landmarker", _) where (index - 1486) % 4 == 3: self.init(.matrixTranslation, exact: 4e-4)
        case ("face-landmarker", _): self.init(.matrixRotation, exact: 3e-6)
        case ("pose-landmarker", ..<165) where index % 5 == 2: self = coordinate(.bodyDepth, 2)
        case ("pose-landmarker", ..<165) where index % 5 < 2: self = coordinate(.bodyLandmark, index % 5)
        case ("pose-landmarker", ..<165): self.init(.bodyProbability, exact: 1e-6)
        case ("pose-landmarker", _): self.init(.bodyWorld, exact: 1e-6)
        case (_, ..<4): self.init(.faceBox, exact: 1e-9)
        case (_, 4): self.init(.faceScore, exact: 1e-6)
        default: self = coordinate(.faceKeypoint, (index - 5) % 2)
        }
    }

    private init(_ kind: OutputKind, _ scale: Int = 1, exact: Double) {
        self.kind = kind
        self.scale = Double(scale)
        self.exact = exact
    }
}
