// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Lineament

/// The quota of processors' time, in either version of control groups.
@Suite struct CPUQuotaTests {
    /// Returns the cores for the contents of `/proc/self/cgroup` and of files below `/sys/fs/cgroup`.
    private func cores(_ groups: String, _ files: [String: String]) throws -> Int? {
        let folder = try TemporaryFolder()
        for (path, text) in files.merging(["../cgroup": groups], uniquingKeysWith: { $1 }) {
            let file = folder.file("sys/\(path)").standardizedFileURL
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return CPUQuota(process: folder.url, groups: folder.file("sys")).cores
    }

    @Test(
        "of a container, whose group is the root",
        arguments: [
            ("250000 100000\n", 3), ("max 100000\n", nil), ("50000 100000", 1), ("200000 100000", 2), ("?", nil),
            ("1e300 1", Cores.maxJobs), ("inf 1", nil), ("nan 1", nil), ("1 0", nil), ("-1 100000", nil), ("", nil),
        ])
    func container(text: String, expected: Int?) throws {
        #expect(try cores("0::/\n", ["cpu.max": text]) == expected)
    }

    @Test func theSmallestOfAllLevelsCounts() throws {
        let files = ["a/cpu.max": "400000 100000", "a/b/cpu.max": "max 100000", "cpu.max": "max 100000"]
        #expect(try cores("0::/a/b\n", files) == 4)
        #expect(try cores("0::/a/b\n", files.merging(["a/b/cpu.max": "150000 100000"]) { $1 }) == 2)
        #expect(try cores("0::/elsewhere\n", files) == nil)
    }

    @Test func ofVersion1() throws {
        let files = ["cpu/docker/x/cpu.cfs_quota_us": "250000\n", "cpu/docker/x/cpu.cfs_period_us": "100000\n"]
        #expect(try cores("4:memory:/docker/x\n3:cpu,cpuacct:/docker/x\n", files) == 3)
        #expect(
            try cores("3:cpu,cpuacct:/docker/x\n", files.merging(["cpu/docker/x/cpu.cfs_quota_us": "-1"]) { $1 }) == nil
        )
    }

    @Test func withoutGroups() throws { #expect(try cores("", [:]) == nil) }
}
