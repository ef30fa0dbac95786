extension CommandHint {
    /// Words that other programs, and people, have for what a command does.
    static let relatedWords: [(command: String, words: Set<String>)] = [
        (
            "redact",
            [
                "anonymise", "anonymize", "black-out", "blackout", "blur", "censor", "cover", "deface", "fill", "hide",
                "mask",
                "mosaic", "obfuscate", "obscure", "pixelate", "pixelize", "privacy", "redaction",
            ]
        ),
        ("crop", ["align", "arcface", "cut", "extract", "ffhq", "passport", "thumbnail"]),
        ("face-detector", ["box", "boxes", "count", "detect", "detection", "detector", "find", "face-detection"]),
        (
            "face-landmarker",
            [
                "blendshapes", "face-landmarks", "face-mesh", "facemesh", "iris", "landmarker", "landmarks", "mesh",
                "points",
            ]
        ),
        (
            "pose-landmarker",
            [
                "blazepose", "bodies", "body", "background", "people", "person", "pose", "poses", "segment",
                "segmentation",
                "skeleton",
            ]
        ),
        ("hand-landmarker", ["finger", "fingers", "hand", "hands", "palm", "palms"]),
        ("holistic-landmarker", ["holistic", "whole-body", "wholebody"]),
        ("faces", ["attributes", "contours", "expressions", "eyes", "mlkit", "smile", "smiling"]),
        ("serve", ["api", "daemon", "http", "listen", "server", "service", "studio", "web"]),
        ("models", ["download", "fetch", "install", "setup"]),
        ("bench", ["benchmark", "perf", "speed", "time"]),
        ("schema", ["json-schema"]),
    ]
}
