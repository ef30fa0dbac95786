// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Lineament
    internal import LineamentServer

    extension AssetManifest {
        /// The model files that are there, as the service describes them.
        static var models: [ModelDescription] {
            files.filter { $0.hasPrefix("models/") }.compactMap { file in
                let found = AssetFolders.all.map { $0.appendingPathComponent(file) }
                    .first { FileManager.default.fileExists(atPath: $0.path) }
                guard let found, let sha256 = sha256(of: file) else { return nil }
                let bytes = (try? FileManager.default.attributesOfItem(atPath: found.path))?[.size] as? Int ?? 0
                return ModelDescription(name: found.lastPathComponent, sha256: sha256, bytes: bytes)
            }
        }
    }
#endif
