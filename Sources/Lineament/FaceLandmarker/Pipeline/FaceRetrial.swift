// SPDX-License-Identifier: Apache-2.0

/// Looks again, in other regions, for the landmarks of detected faces if they fail or are doubtful; only with the range
/// `auto`.
///
/// A face whose first landmarks are beyond doubt costs nothing, one in doubt three to seven further inferences, and one
/// that stays without landmarks at most 21. In an image, those that improve no face are limited to 60 and one for two faces,
/// those for small faces that have landmarks to 24, whether or not they improve one. They may be a few more, as eight faces
/// are looked at before they are counted: first those without landmarks, the widest first. The faces that are left keep what
/// their own regions show.
struct FaceRetrial: Sendable {
    /// The width of a face, in pixels, below which no other region shows more.
    private static let minWidth: Float = 16
    /// The number of inferences without gain that any image may cost: about those of three faces.
    private static let freeInferences = 60
    /// The number of inferences for small faces that any image may cost: about those of three.
    private static let freeInferencesOfSmallFaces = 24
    /// The number of faces that are looked at before the inferences are counted; the result must not depend on the cores.
    private static let facesAtOnce = 8
    /// The width of a face, in pixels, below which its landmarks are rough whichever way up they are.
    private static let minFineWidth: Float = 36

    /// The presence score that a face must exceed.
    let minPresence: Float
    private let runs: ParallelRuns

    init(minPresence: Float, threading: Threading) {
        self.minPresence = minPresence
        runs = ParallelRuns(threading)
    }

    /// Returns the faces of an image, in order, with the landmarks that other regions show.
    func searched(_ trials: [FaceTrial]) throws -> [FaceTrial] {
        var searched = trials
        var waiting = trials.indices.filter { isNeeded(for: trials[$0]) }
            .sorted { Self.isEarlier(trials[$0], than: trials[$1]) }[...]
        var spent = 0
        while let first = waiting.first, spent < Self.limit(for: trials[first], among: trials.count) {
            let next = Array(waiting.prefix(Self.facesAtOnce))
            waiting = waiting.dropFirst(next.count)
            let found = try runs.map(next) { index, usesAllThreads in
                try self.searched(trials[index], usesAllThreads: usesAllThreads)
            }
            for (index, trial) in zip(next, found) {
                searched[index] = trial
                if !trial.isImproved || Self.hasLittleToGain(trials[index]) { spent += trial.inferenceCount }
            }
        }
        return searched
    }

    private func isNeeded(for trial: FaceTrial) -> Bool {
        trial.width >= Self.minWidth && (trial.prediction == nil || UprightFaceSearch.isNeeded(for: trial))
    }

    private static func hasLittleToGain(_ trial: FaceTrial) -> Bool {
        trial.prediction != nil && trial.width < minFineWidth
    }

    /// Returns the number of inferences from which a face of an image is not looked at again.
    private static func limit(for trial: FaceTrial, among count: Int) -> Int {
        hasLittleToGain(trial) ? freeInferencesOfSmallFaces : freeInferences + count / 2
    }

    /// Returns whether a face has more to gain than another.
    private static func isEarlier(_ trial: FaceTrial, than other: FaceTrial) -> Bool {
        if (trial.prediction == nil) != (other.prediction == nil) { return trial.prediction == nil }
        return trial.width > other.width
    }

    private func searched(_ trial: FaceTrial, usesAllThreads: Bool) throws -> FaceTrial {
        var trial = trial
        trial.usesAllThreads = usesAllThreads
        if UprightFaceSearch.isNeeded(for: trial), let upright = try UprightFaceSearch.prediction(of: &trial),
            upright.presence > minPresence
        {
            // Landmarks that are turned the same way remain those of the face's own region, as MediaPipe computes them.
            if trial.prediction?.isOutdone(by: upright, in: trial.pixels.size) ?? true { trial.improve(upright) }
            return trial
        }
        guard trial.prediction == nil else { return trial }
        var found = try CutFaceSearch.prediction(of: &trial)
        if found == nil { found = try SqueezedFaceSearch.prediction(of: &trial) }
        if let found, found.presence > minPresence { trial.improve(found) }
        return trial
    }
}

extension FaceLandmarkModel.Prediction {
    /// The difference of angles, 15 degrees in radians, from which two faces are not turned alike.
    private static let maxMisrotation: Float = 0.26

    /// The minimum by which the logit of other landmarks must exceed this one's.
    private static let minLead: Float = 2

    /// Returns whether other landmarks of the face are turned another way and stronger.
    fileprivate func isOutdone(by other: Self, in size: ImageSize) -> Bool {
        guard other.logit > logit + Self.minLead else { return false }
        let rotations = [self, other].map { FaceRegion.around($0.landmarks, in: size).rotation }
        return abs(RegionRotation.difference(rotations[0], rotations[1])) > Self.maxMisrotation
    }
}
