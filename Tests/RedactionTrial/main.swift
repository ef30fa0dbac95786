// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentTools
import TestSupport

// Redacts clips that are hard to redact, and prints how much of their faces is covered.
//
//   RedactionTrial [FIRST [COUNT [STEP]]]

let numbers = CommandLine.arguments.dropFirst().compactMap(Int.init)
let first = numbers.first ?? 0
let count = numbers.dropFirst().first ?? 200
let step = numbers.dropFirst(2).first ?? 1
let clips = try HardClips.standard()
let redactor = try Redactor()
var failures = 0
var needless = 0.0

for number in stride(from: first, to: first + count * step, by: step) {
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
exit(failures == 0 ? 0 : 1)
