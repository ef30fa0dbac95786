// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentVideo

/// The task that finds what is recorded of people.
struct CaptureTask {
    /// What is looked for.
    enum Subject {
        /// Faces, with the angle of view or the focal length of the camera.
        case faces(camera: MotionOptions)
        case bodies
        /// Bodies, faces and hands.
        case people(blendshapes: Bool)
    }

    /// Adds the people of a frame to a recording.
    let add: (VideoFrame, inout Recorder) throws -> Void

    /// Loads the models.
    /// - Parameters:
    ///   - maximum: The largest number of people.
    ///   - smoothing: The smoothing from frame to frame. A recording needs none: it is smoothed afterwards, without delay.
    init(_ subject: Subject, maximum: Int, smoothing: Smoothing, baseOptions: BaseOptions) throws {
        switch subject {
        case .faces(let camera):
            let options = FaceLandmarkerOptions()
            options.baseOptions = baseOptions
            options.numFaces = maximum
            options.range = .auto
            options.outputFaceBlendshapes = true
            options.outputFacialTransformationMatrixes = true
            options.verticalFieldOfView = Float(camera.fieldOfView)
            options.focalLength = camera.focalLength.map(Float.init)
            options.smoothing = smoothing
            let session = try FaceLandmarker(options: options).makeSession()
            add = { frame, recorder in recorder.add(try session.detect(frame), at: frame.time) }
        case .bodies:
            let options = PoseLandmarkerOptions()
            options.baseOptions = baseOptions
            options.numPoses = maximum
            options.smoothing = smoothing
            let session = try PoseLandmarker(options: options).makeSession()
            add = { frame, recorder in recorder.add(try session.detect(frame), at: frame.time) }
        case .people(let blendshapes):
            let options = HolisticLandmarkerOptions()
            options.baseOptions = baseOptions
            options.numPeople = maximum
            options.outputFaceBlendshapes = blendshapes
            options.smoothing = smoothing
            let session = try HolisticLandmarker(options: options).makeSession()
            add = { frame, recorder in recorder.add(try session.detect(frame), at: frame.time) }
        }
    }

    /// Records the frames of a video.
    /// - Parameters:
    ///   - name: The name of the video, for messages.
    ///   - didAdd: Called after each frame with the number of frames.
    /// - Returns: the recording, and the error that ended it early; `nil` if it is whole or was interrupted.
    /// - Throws: the error that came before the first frame.
    func record(
        _ frames: PrefetchedFrames, of name: String, keepsFacePoints: Bool, didAdd: (_ count: Int) -> Void
    ) throws -> (recording: LongRecording, failure: LineamentError?) {
        var recording: LongRecording?
        var failure: LineamentError?
        var count = 0
        do {
            while !Interruption.isRequested, let frame = try frames.next() {
                let grown =
                    try recording
                    ?? LongRecording(
                        width: frame.pixels.width, height: frame.pixels.height, keepsFacePoints: keepsFacePoints)
                recording = grown
                try grown.add { try add(frame, &$0) }
                count += 1
                didAdd(count)
            }
        } catch let error as LineamentError where error.code == .cancelled && Interruption.isRequested {
            // What was read until Ctrl-C is complete.
        } catch {
            failure = LineamentError(reporting: error)
        }
        if let recording, recording.frameCount > 0 { return (recording, failure) }
        throw failure ?? LineamentError(.dataLoss, "\(name) has no frames in the chosen range.")
    }
}

extension CaptureFormat {
    /// What is looked for.
    /// - Parameter camera: The angle of view or the focal length of the camera.
    func subject(camera: MotionOptions) -> CaptureTask.Subject {
        switch self {
        case .liveLink: .faces(camera: camera)
        case .trc, .mot: .bodies
        case .bvh, .openPose, .pose: .people(blendshapes: false)
        case .glb, .vrma, .table: .people(blendshapes: true)
        }
    }
}
