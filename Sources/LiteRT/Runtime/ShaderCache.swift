// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The compiled shaders of the GPU on disk, which the next process need not compile again.
///
/// The accelerator maps its file when the environment begins, crashes if that is damaged, and overwrites it when the
/// environment ends. So each environment has a copy of its own, which is compared with a checksum before, and replaces
/// the shared file by renaming after. Which entries fit the device is the accelerator's matter.
struct ShaderCache: Sendable {
    /// The maximum size of the file, beyond which it begins anew; the models of all tasks take 1,500,000 bytes.
    private static let maxSize = 64 << 20
    private static let prefix = "shaders-"
    private static let copyPrefix = "process-"
    /// The name that the accelerator is given.
    private static let key = "shaders"
    /// The ending that it appends.
    private static let ending = "_mldrift_compiled_cache.bin"

    private let folder: URL
    private let file: URL

    /// Names the file in `folder` after the version of the accelerator.
    /// - Returns: `nil` if the folder's path cannot be passed on, or the accelerator's size is unknown.
    init?(folder: URL, accelerator: URL) {
        guard !folder.path.unicodeScalars.contains(where: { $0.value < 32 || $0 == "\"" || $0 == "\\" }),
            let attributes = try? FileManager.default.attributesOfItem(atPath: accelerator.path),
            let size = attributes[.size] as? Int, let date = attributes[.modificationDate] as? Date
        else { return nil }
        self.folder = folder
        file = folder.appendingPathComponent("\(Self.prefix)\(size)-\(Int(date.timeIntervalSince1970))")
    }

    /// Makes a copy for an environment.
    /// - Returns: `nil` if the folder cannot be made or written, or if others can write to it.
    func lend() -> Loan? {
        let files = FileManager.default
        try? files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var status = stat()
        guard stat(folder.path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            return nil
        }
        removeAbandonedCopies()
        let template = folder.appendingPathComponent("\(Self.copyPrefix)\(getpid())-XXXXXX").path
        guard let path = strdup(template) else { return nil }
        defer { free(path) }
        guard mkdtemp(path) != nil else { return nil }
        let loan = Loan(
            cache: self, folder: URL(fileURLWithPath: String(cString: path), isDirectory: true), lent: contents)
        if let lent = loan.lent { try? lent.write(to: loan.file) }
        return loan
    }

    /// The shaders of the shared file; `nil` if there is none or it is damaged.
    private var contents: Data? {
        guard let stored = try? Data(contentsOf: file), stored.count > 8, stored.count <= Self.maxSize else {
            return nil
        }
        let shaders = stored.dropFirst(8)
        return Data(stored.prefix(8)) == Self.checksum(shaders) ? Data(shaders) : nil
    }

    /// Removes the copies of processes that are gone. One that runs elsewhere, as in a container, would only keep no shaders.
    private func removeAbandonedCopies() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(Self.copyPrefix) {
            let process = name.dropFirst(Self.copyPrefix.count).prefix { $0.isNumber }
            guard let number = pid_t(process), kill(number, 0) != 0, errno == ESRCH else { continue }
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Replaces the shared file, and removes those of other versions.
    private func store(_ shaders: Data, by copy: URL) {
        let files = FileManager.default
        guard (1...Self.maxSize).contains(shaders.count) else {
            try? files.removeItem(at: file)
            return
        }
        guard (try? (Self.checksum(shaders) + shaders).write(to: copy)) != nil,
            rename(copy.path, file.path) == 0
        else { return }
        for other in (try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        where other.lastPathComponent.hasPrefix(Self.prefix) && other.lastPathComponent != file.lastPathComponent {
            try? files.removeItem(at: other)
        }
    }

    /// FNV-1a with 64 bits, against damage; who could write the file could as well write the program.
    private static func checksum(_ data: Data) -> Data {
        let sum = data.withUnsafeBytes { bytes in
            bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
        return withUnsafeBytes(of: sum.littleEndian) { Data($0) }
    }

    /// The copy of an environment.
    struct Loan: Sendable {
        fileprivate let cache: ShaderCache
        fileprivate let folder: URL
        fileprivate let lent: Data?

        fileprivate var file: URL { folder.appendingPathComponent(ShaderCache.key + ShaderCache.ending) }

        /// The settings with which the accelerator uses the copy, which are TOML. Without the last, it would also keep the
        /// weights, which take longer to read than the model's own.
        var settings: String {
            """
            serialization_dir = "\(folder.path)"
            model_cache_key = "\(ShaderCache.key)"
            serialize_program_cache = true
            cache_only_compiled_programs = true

            """
        }

        /// Takes over what the accelerator has added, once the environment has ended.
        func giveBack() {
            if let shaders = try? Data(contentsOf: file), shaders != lent {
                cache.store(shaders, by: folder.appendingPathComponent("whole"))
            }
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
