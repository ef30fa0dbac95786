// SPDX-License-Identifier: Apache-2.0

/// The version of the package.
package enum LineamentVersion {
    /// The version, as `lineament --version` prints it.
    package static let current = "0.2.0"
}
