// SPDX-License-Identifier: Apache-2.0
internal import LineamentTools
internal import LineamentTasks
internal import Locking

/// The tally of a run of redactions, for the notes at its end.
final class RedactionTally: Sendable {
    private struct State {
        var doubts = 0
        var missedBoxes = 0
        var tracks: Set<Int> = []
        var keptTracks: Set<Int> = []
        /// Whether a person was found, by the numbers of inputs.
        var inputs: [Int: Bool] = [:]
    }

    private let state = Locked(State())

    /// The number of tracks that a note names.
    private static let maxNamed = 20

    /// The number of images and frames that are worth a look.
    var doubts: Int { state.withLock { $0.doubts } }

    /// Notes the tracks of an image or frame, and whether it is worth a look.
    /// - Parameter input: The number of the input.
    func add(_ redaction: Redaction, of input: Int) {
        state.withLock { state in
            state.inputs[input] = state.inputs[input] == true || !redaction.foundNobody
            if redaction.isDoubtful { state.doubts += 1 }
            state.tracks.formUnion(redaction.areas.compactMap(\.trackID))
            state.tracks.formUnion(redaction.keptTracks)
            state.keptTracks.formUnion(redaction.keptTracks)
        }
    }

    /// Counts boxes of another detector that were not covered.
    func miss(boxes count: Int) { state.withLock { $0.missedBoxes += count } }

    /// Whether a copy needs to be checked.
    var isDoubtful: Bool { state.withLock { $0.doubts + $0.missedBoxes > 0 || $0.inputs.values.contains(false) } }

    /// Returns the note on inputs in which no person was found; `nil` if there are none.
    /// - Parameter names: The names of the inputs.
    func noteOnNobody(in names: [String]) -> String? {
        let empty = state.withLock { $0.inputs.filter { !$0.value }.keys.sorted() }
        guard !empty.isEmpty else { return nil }
        let named = empty.prefix(Self.maxNamed).map { names[$0].onOneLine }.joined(separator: ", ")
        let rest = empty.count > Self.maxNamed ? " and \(empty.count - Self.maxNamed) more" : ""
        return "nobody was found in \(named)\(rest). Check whether somebody is there."
    }

    /// Returns the note on what is worth a look; `nil` if nothing is.
    /// - Parameter report: The file of the report, if one is written.
    func noteOnDoubts(report: String?) -> String? {
        let count = doubts
        guard count > 0 else { return nil }
        let what = count == 1 ? "1 image or frame is" : "\(count) images or frames are"
        let place = report.map { "\($0) says where." } ?? "--report FILE lists them."
        return
            "\(what) worth a look: weak, bridged or extended detections, people cut by the edge, or tracks that end. "
            + place
    }

    /// The note on boxes of another detector that were not covered; `nil` if there are none.
    var noteOnMissedBoxes: String? {
        let count = state.withLock { $0.missedBoxes }
        guard count > 0 else { return nil }
        return
            "--areas: \(count == 1 ? "1 box belongs" : "\(count) boxes belong") to no frame that was read, and nothing is covered "
            + "for \(count == 1 ? "it" : "them")."
    }

    /// Returns the note on tracks that were to stay visible and that no video has; `nil` if all were there.
    func noteOnTracks(_ kept: RedactorOptions.Kept) -> String? {
        guard case .tracks(let ids) = kept else { return nil }
        let (known, found) = state.withLock { ($0.tracks.sorted(), $0.keptTracks) }
        let missing = ids.subtracting(found).sorted().map { "\($0)" }
        guard !missing.isEmpty else { return nil }
        let name = missing.count == 1 ? "track \(missing[0])" : "tracks \(missing.joined(separator: ", "))"
        guard !known.isEmpty else { return "--keep: there is no \(name), as there are no tracks; images have none." }
        let named = known.prefix(Self.maxNamed).map { "\($0)" }.joined(separator: ", ")
        let rest = known.count > Self.maxNamed ? " and \(known.count - Self.maxNamed) more" : ""
        return "--keep: there is no \(name); nobody else stays visible. The tracks are: \(named)\(rest)."
    }
}
