// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentTools
import TestSupport

// Redacts clips that are hard to redact, and prints how much of their faces is covered. With `kept`, the clips are those in
// which another person takes the place of one who stays visible, and those in which one person talks.
//
//   RedactionTrial [kept] [FIRST [COUNT [STEP]]]

let numbers = CommandLine.arguments.dropFirst().compactMap(Int.init)
let first = numbers.first ?? 0
let count = numbers.dropFirst().first ?? 200
let step = numbers.dropFirst(2).first ?? 1
let clips = try HardClips.standard()
let redactor = try Redactor()

let chosen = stride(from: first, to: first + count * step, by: step)
if CommandLine.arguments.dropFirst().first == "kept" {
    guard clips.hasExchanges else {
        print("Left out: clips in which somebody takes another's place need several people, who are in the test data.")
        exit(0)
    }
    exit(try keepPeople(chosen))
} else {
    exit(try coverEverybody(chosen))
}

/// Covers everybody, and returns the exit status.
@MainActor func coverEverybody(_ numbers: StrideTo<Int>) throws -> Int32 {
    var failures = 0
    var needless = 0.0
    for number in numbers {
        let clip = clips.clip(number)
        let session = redactor.makeSession()
        let coverage = try HardClipCoverage(of: clip) {
            try session.add($0, time: $1).map { $0.areas.map(\.rect) }
        } finish: {
            session.finish().map { $0.areas.map(\.rect) }
        }
        let isCovered = coverage.failures == 0
        failures += isCovered ? 0 : 1
        needless += coverage.meanNeedless
        print(
            String(
                format: "%4d %@ least %.2f, %2d of %2d, needless %4.1f%%  %@", number, isCovered ? "    " : "FAIL",
                coverage.least, coverage.failures, coverage.shares.count, coverage.meanNeedless * 100, clip.name)
                + (isCovered ? "" : "  " + coverage.worst))
    }
    print(
        String(
            format: "%d clips, %d with a face that shows, %.2f%% covered without need", count, failures,
            needless / Double(count) * 100))
    return failures == 0 ? 0 : 1
}

/// Keeps the first person of each clip visible, and returns the exit status.
@MainActor func keepPeople(_ numbers: StrideTo<Int>) throws -> Int32 {
    var failures = 0
    for number in numbers {
        let clip = clips.exchange(number)
        let shown = try kept(clip)
        failures += shown.shown.isEmpty ? 0 : 1
        print(
            String(format: "%4d %@ kept", number, shown.shown.isEmpty ? "    " : "FAIL"), shown.kept.sorted(),
            clip.name,
            shown.shown.isEmpty ? "" : "shown in \(shown.shown)")
    }
    let talks = max(1, count / 20)
    var ends = 0
    for number in 0..<talks {
        let clip = clips.talk(number)
        let talk = try kept(clip)
        ends += talk.tracks.count - 1
        print("talk", number, "tracks", talk.tracks.sorted(), "covered in", talk.covered, clip.name)
    }
    print("\(count) clips, \(failures) in which another person shows; \(ends) needless ends in \(talks) talks of 20 s")
    return failures == 0 && ends <= talks ? 0 : 1
}

/// Keeps the first person of a clip visible.
@MainActor func kept(_ clip: HardClip) throws -> KeptFaceCoverage {
    let session = redactor.makeSession()
    func areas(_ redaction: Redaction) -> [KeptFaceCoverage.Area] {
        redaction.areas.map { .init($0.rect, trackID: $0.trackID, isDetected: $0.cause == .detected) }
    }
    return try KeptFaceCoverage(of: clip) {
        try session.add($0, time: $1).map(areas)
    } finish: {
        session.finish().map(areas)
    }
}
