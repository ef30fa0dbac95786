// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import LineamentImages
    internal import LineamentServer

    extension AssetManifest {
        /// The model files that are there, as the service describes them.
        static var models: [ModelDescription] {
            files.filter { $0.hasPrefix("models/") }.compactMap { file in
                guard let found = place(of: file), let sha256 = sha256(of: file) else { return nil }
                return ModelDescription(
                    name: found.lastPathComponent, sha256: sha256, bytes: FileStatus(path: found.path)?.size ?? 0)
            }
        }
    }
#endif
