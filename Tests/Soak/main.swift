// SPDX-License-Identifier: Apache-2.0

// Repeats one kind of work for a long time, and fails when memory, file descriptors or threads grow.
//
// usage: Soak callers|frames|people|photos|sessions COUNT

internal import Foundation

let works = ["callers": callers, "frames": frames, "people": people, "photos": photos, "sessions": sessions]
guard CommandLine.arguments.count == 3, let work = works[CommandLine.arguments[1]],
    let count = Int(CommandLine.arguments[2]), count >= 400
else {
    FileHandle.standardError.write(
        Data("usage: Soak callers|frames|people|photos|sessions COUNT (at least 400)\n".utf8))
    exit(2)
}
let name = CommandLine.arguments[1]

/// Prints at once, as the output usually goes to a file.
func say(_ text: String) {
    print(text)
    fflush(nil)
}

let round = try work()
let started = Date()
// The first rounds also try how several inferences run fastest, for which models are compiled once more. In `people`, where
// every other round has two hands, that ends after 152 rounds.
let settling = min(max(count / 50, 200), 2000)
var settled: ProcessUsage?
for index in 0..<count {
    try round(index)
    if index + 1 == settling {
        settled = try .now()
        say("\(name): \(settled.map(String.init(describing:)) ?? "") after the first \(settling)")
    } else if (index + 1) % max(count / 20, 1) == 0, let settled {
        let usage = try ProcessUsage.now()
        say("\(name): \(usage) after \(index + 1), \(Int(Date().timeIntervalSince(started))) s")
        guard usage.isWithin(settled) else {
            say("\(name): grew")
            exit(1)
        }
    }
}
say("\(name): stayed flat")
