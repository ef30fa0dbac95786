// SPDX-License-Identifier: Apache-2.0

// Generates, from the tables of options and results, the texts that cannot read them: `make generate`. With
// `--check`, compares the files instead; a test does that.
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let isCheck = arguments.first == "--check"
let root = URL(fileURLWithPath: isCheck ? arguments.dropFirst().first ?? "." : arguments.first ?? ".")

var stale: [String] = []
for file in try GeneratedFile.all(in: root) {
    let place = root.appendingPathComponent(file.path)
    let old = (try? String(contentsOf: place, encoding: .utf8)) ?? ""
    let new = try file.text(replacing: old)
    guard new != old else { continue }
    stale.append(file.path)
    if !isCheck { try new.write(to: place, atomically: true, encoding: .utf8) }
}
if !stale.isEmpty { print((isCheck ? "Stale; run make generate: " : "Updated: ") + stale.joined(separator: ", ")) }
exit(isCheck && !stale.isEmpty ? 1 : 0)
