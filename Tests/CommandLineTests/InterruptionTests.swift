// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Signals, closed standard streams and inputs that stay silent.
@Suite struct InterruptionTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("a.png"))
    }

    /// Runs a shell command line in the folder, but not for longer than five minutes.
    private func run(_ line: String) throws -> Program.Outcome {
        let script = scratch.url("script.sh")
        try Data(line.utf8).write(to: script)
        defer { try? FileManager.default.removeItem(at: script) }
        return try Program.shell("timeout --kill-after 1 300 bash script.sh", in: scratch.folder)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    }

    @Test func closedStandardStreamsAreErrors() throws {
        let output = try run("lineament face-detector a.png <&- >&-")
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains("standard output cannot be written"), "\(output)")
        let input = try run("lineament face-detector - <&-")
        #expect(input.status == 1, "\(input)")
        #expect(input.errors.contains("standard input cannot be read"), "\(input)")
        let unused = try run("lineament face-detector a.png -o r.jsonl <&- >&- 2>&-")
        #expect(unused.status == 0)
        #expect(scratch.exists("r.jsonl"))
    }

    /// Lists, timings and help that nobody gets are not a success.
    @Test(arguments: ["models", "--help", "face-detector --help", "--version", "bench --rounds 1", "schema redact"])
    func whatCannotBePrintedIsAnError(command: String) throws {
        let full = try run("lineament \(command) > /dev/full")
        #expect(full.status == 1, "\(full)")
        #expect(full.errors.contains("standard output cannot be written: No space left on device"), "\(full)")
        let closed = try run("lineament \(command) >&-")
        #expect(closed.status == 1, "\(closed)")
    }

    /// A pipe that does not block and is full for a while loses nothing of what is printed.
    @Test func aSlowReaderGetsAllOfTheHelp() throws {
        let reader = """
            import fcntl, os, subprocess, sys, time
            end, start = os.pipe()
            fcntl.fcntl(start, fcntl.F_SETPIPE_SZ, 4096)
            os.set_blocking(start, False)
            program = subprocess.Popen(["lineament", "redact", "--help"], stdout=start)
            os.close(start)
            time.sleep(0.5)
            while piece := os.read(end, 1000):
                sys.stdout.buffer.write(piece)
                time.sleep(0.01)
            sys.exit(program.wait())
            """
        try Data(reader.utf8).write(to: scratch.url("reader.py"))
        let whole = try run("lineament redact --help")
        let slow = try run("python3 reader.py")
        #expect(slow.status == 0, "\(slow)")
        #expect(slow.output == whole.output)
        #expect(whole.output.utf8.count > 4096)
    }

    @Test(arguments: [
        "mkfifo f.jpg; lineament face-detector f.jpg", "mkfifo s; exec 3<>s; lineament face-detector - < s",
    ])
    func silentImagesHaveATimeLimit(line: String) throws {
        let outcome = try run("\(line.replacing("face-detector", with: "face-detector --timeout 1"))")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.errors.contains("took longer than 1 s"), "\(outcome)")
    }

    /// One signal ends the wait for a silent input, and the results of the others are kept.
    @Test(arguments: ["f.jpg", "f.mp4", "-"], ["INT", "TERM", "HUP"])
    func silentInputsCanBeInterrupted(input: String, signal: String) throws {
        let outcome = try run(
            """
            [ \(input) = - ] || mkfifo \(input)
            mkfifo s; exec 3<>s
            lineament face-detector a.png \(input) -o r.jsonl < s & p=$!
            until grep -qs detections .lineament-*; do sleep 0.1; done
            sleep 0.5; kill -\(signal) $p; wait $p
            """)
        #expect(outcome.status == 130, "\(outcome)")
        let text = try String(contentsOf: scratch.url("r.jsonl"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2, "\(text)")
        #expect(lines.first?.contains("detections") == true, "\(text)")
        #expect(lines.last?.contains("error") == true, "\(text)")
        #expect(try !names().contains { $0.hasPrefix(".lineament-") })
    }

    /// Named pipes are read like files, also if their writer comes later.
    @Test func namedPipesAreRead() throws {
        try Clip.make(at: scratch.url("clip.mkv"), frames: 5)
        let outcome = try run(
            """
            mkfifo f.png f.mkv; (sleep 1; cat a.png > f.png; cat clip.mkv > f.mkv) &
            lineament face-detector f.png f.mkv --jobs 1
            lineament face-detector --running-mode video /dev/stdin < <(cat clip.mkv)
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.objects.count == 11, "\(outcome.output)")
        #expect(outcome.objects.allSatisfy { $0["error"] == nil }, "\(outcome.output)")
    }

    @Test func filesAboveTheLimitAreNotRead() throws {
        let sparse = try run(
            "truncate -s 20G f.jpg; ulimit -v 1000000; trap 'rm f.jpg' EXIT; lineament face-detector f.jpg")
        #expect(sparse.status == 1, "\(sparse.errors)")
        #expect(sparse.errors.contains("larger than the limit"), "\(sparse.errors)")
        // The memory suffices for the limit of 1 GiB, but not for twice as much.
        let endless = try run("ulimit -v 2200000; lineament face-detector --running-mode image /dev/zero")
        #expect(endless.status == 1, "\(endless.errors)")
        #expect(endless.errors.contains("larger than the limit"), "\(endless.errors)")
    }

    /// A program started by `nohup` goes on when the terminal closes.
    @Test func anIgnoredHangupStaysIgnored() throws {
        let outcome = try run(
            """
            mkfifo f.png; trap '' HUP; lineament face-detector f.png & p=$!
            sleep 1; kill -HUP $p; sleep 1; cat a.png > f.png; wait $p
            """)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.objects.count == 1, "\(outcome)")
    }

    /// Without files or threads, the runtime would end the program without a word, or wait for ever.
    @Test func limitsOfTheProcessAreNamed() throws {
        let files = try run("ulimit -n 9; lineament face-detector a.png")
        #expect(files.status == 1, "\(files)")
        #expect(files.errors.contains("ulimit -n"), "\(files)")
        // The superuser has no limit of threads.
        guard geteuid() != 0 else { return }
        let threads = try run("bash -c 'ulimit -u 1; exec lineament face-detector a.png'")
        #expect(threads.status == 1, "\(threads)")
        #expect(threads.errors.contains("ulimit -u"), "\(threads)")
    }

    /// `ulimit -f` makes a failed write of it, not the end of the program.
    @Test func aFileThatReachesItsLimitIsAnError() throws {
        let outcome = try run(
            "truncate -s 100M r.jsonl; ulimit -f 20000; lineament face-detector a.png >> r.jsonl")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.errors.contains("cannot be written"), "\(outcome)")
    }

    /// A server that accepts connections and says nothing; it prints its port.
    private static let silentServer = """
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        connections = []
        while True: connections.append(server.accept())
        """

    /// The download ends with the program, and leaves nothing behind.
    @Test(arguments: ["INT", "TERM", "HUP"])
    func downloadsCanBeInterrupted(signal: String) throws {
        try Data(Self.silentServer.utf8).write(to: scratch.url("server.py"))
        // Job control, because a shell without it ignores SIGINT for what runs in the background.
        let outcome = try run(
            """
            set -m; mkdir tmp; python3 server.py > port & server=$!
            trap 'kill -KILL $server' EXIT; trap 'exit 1' TERM
            downloads() { grep -lsz '^curl$' /proc/[0-9]*/cmdline | xargs -r grep -lsF "$PWD/tmp"; }
            until [ -s port ]; do sleep 0.1; done
            TMPDIR=$PWD/tmp LINEAMENT_MIRROR=http://127.0.0.1:$(cat port) lineament models fetch --folder got & p=$!
            until [ -n "$(downloads)" ]; do sleep 0.1; done
            kill -\(signal) $p; wait $p; status=$?
            downloads > left; ls -A tmp >> left; exit $status
            """)
        #expect(outcome.status == 130, "\(outcome)")
        #expect(try String(contentsOf: scratch.url("left"), encoding: .utf8).isEmpty)
    }

    /// Every download has a limit of time, whoever offers the files.
    @Test func downloadsHaveATimeLimit() throws {
        let script = try String(
            contentsOf: TestData.packageRoot.appendingPathComponent("Sources/LineamentCLI/Assets/fetch.sh"),
            encoding: .utf8)
        let calls = script.split(separator: "\n").filter { $0.contains("curl -") }
        #expect(!calls.isEmpty)
        #expect(calls.allSatisfy { $0.contains("--max-time") && $0.contains("--speed-limit") })
    }
}
