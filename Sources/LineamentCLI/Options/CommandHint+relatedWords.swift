// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks

extension CommandHint {
    /// Words that other programs, and people, have for what a command does.
    static let relatedWords: [(command: String, words: Set<String>)] =
        TaskKind.allCases.map { ($0.rawValue, $0.row.command.relatedWords) } + wordsOfOthers

    /// The words for commands that are not tasks.
    private static let wordsOfOthers: [(command: String, words: Set<String>)] = [
        (
            "redact",
            [
                "anonymise", "anonymize", "black-out", "blackout", "blur", "censor", "cover", "deface", "fill", "hide",
                "mask",
                "mosaic", "obfuscate", "obscure", "pixelate", "pixelize", "privacy", "redaction",
            ]
        ),
        ("crop", ["align", "arcface", "cut", "extract", "ffhq", "passport", "thumbnail"]),
        (
            "capture",
            [
                "animate", "animation", "avatar", "bvh", "export", "glb", "gltf", "mocap", "motion", "opensim",
                "record",
                "recording", "retarget", "rig", "trc", "vrm", "vrma",
            ]
        ),
        ("serve", ["api", "daemon", "http", "listen", "server", "service", "studio", "web"]),
        ("models", ["download", "fetch", "install", "setup"]),
        ("bench", ["benchmark", "capacity", "perf", "speed", "time"]),
        ("schema", ["json-schema"]),
    ]
}
