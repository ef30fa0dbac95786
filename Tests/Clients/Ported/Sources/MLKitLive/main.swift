// SPDX-License-Identifier: Apache-2.0

// Faces and poses in what the camera sees, with ML Kit.

import AVFoundation
import Checks
import MLKit
import UIKit

final class Preview: FrameAnalyzerDelegate {
    private var frames = 0
    private var framesWithPose = 0
    private var trackingIDs: Set<Int> = []

    func frameAnalyzer(_ analyzer: FrameAnalyzer, didFind faces: [Face], poses: [Pose], frameSize: CGSize) {
        frames += 1
        dispatchPrecondition(condition: .onQueue(.main))
        check(faces.count == 1, "\(faces.count) faces in frame \(frames)")
        check(faces[0].hasTrackingID && faces[0].hasSmilingProbability, "no identity or smile")
        trackingIDs.insert(faces[0].trackingID)
        // What the overlay draws: the frame, from 0 to 1.
        let normalized = CGRect(
            x: faces[0].frame.origin.x / frameSize.width, y: faces[0].frame.origin.y / frameSize.height,
            width: faces[0].frame.size.width / frameSize.width, height: faces[0].frame.size.height / frameSize.height)
        check(CGRect(x: 0, y: 0, width: 1, height: 1).contains(normalized), "the face is at \(normalized)")
        if let pose = poses.first {
            let (nose, shoulder) = (pose.landmark(ofType: .nose), pose.landmark(ofType: .rightShoulder))
            if nose.inFrameLikelihood > 0.5, shoulder.inFrameLikelihood > 0.5 {
                check(nose.position.y < shoulder.position.y, "the nose is below the shoulder")
                framesWithPose += 1
            }
        }
        if frames == 8 {
            analyzer.stop()
            check(trackingIDs.count == 1, "one face has the identities \(trackingIDs)")
            check(framesWithPose >= 4, "poses in \(framesWithPose) frames")
            print("done")
            exit(0)
        }
    }
}

limitTime(to: 90)
let preview = Preview()
let analyzer = FrameAnalyzer(cameraPosition: .back)
analyzer.delegate = preview
check(analyzer.orientation(of: .portrait, cameraPosition: .front) == .leftMirrored, "the front camera's orientation")
// A machine whose camera stands on a table delivers upright frames.
check(analyzer.orientation(of: UIDevice.current.orientation, cameraPosition: .back) == .up, "the default orientation")
analyzer.start()
dispatchMain()
