// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Names of result files do not promise what is not written.
@Suite struct ResultNameTests {
    @Test(arguments: [
        (
            "face-detector a.png -o x.parquet",
            "--output writes CSV (.csv), JSON lines (.jsonl) or text (.txt), not .parquet"
        ),
        ("faces a.png -o x.csv --format json", "--output writes JSON lines (.jsonl), not .csv: x.csv"),
        ("faces a.png -o x.jsonl --format csv", "--output writes CSV (.csv), not .jsonl"),
        ("faces a.png -o x.JSON --format text", "--output writes text (.txt), not .json"),
        ("faces a.png -o x.jsonl.gz", "Compress it afterwards."), ("faces a.png -o x.xlsx", "not .xlsx"),
        ("faces a.png -o drawn.jpg", "images have an option of their own"), ("faces a.png -o drawn.mp4", "not .mp4"),
        ("redact a.png -o b.png --report r.csv", "--report writes JSON lines (.jsonl), not .csv: r.csv."),
        ("redact a.png -o b.png --report r.parquet", "use python -m lineament.ray"),
        ("crop a.png -o crops --table r.tsv", "--table writes CSV (.csv) or JSON lines (.jsonl), not .tsv: r.tsv."),
    ])
    func otherFormatsAreRefused(line: String, message: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("a.png"))
        let outcome = try Program.shell("lineament \(line)", in: scratch.folder)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["a.png"])
    }

    @Test(arguments: [
        ("x.csv", "source,width"), ("x.jsonl", "{\"source\""), ("x", "{\"source\""), ("x.log", "{\"source\""),
        ("x.csv.tmp", "{\"source\""),
    ])
    func theNameChoosesTheFormat(name: String, start: String) throws {
        let scratch = try Scratch()
        let outcome = try Program.run("face-detector", Sample.url.path, "-o", name, in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try String(contentsOf: scratch.url(name), encoding: .utf8).hasPrefix(start))
    }
}
