// SPDX-License-Identifier: Apache-2.0

/// The remedies for a damaged model.
package enum ModelRemedy {
    package static let downloadAgain =
        "Download it again; `lineament models fetch` does so for the installed models."
}
