// SPDX-License-Identifier: Apache-2.0

/// The labels that an overlay draws.
public enum LabelMode: String, Sendable, CaseIterable {
    /// No labels.
    case none
    /// The names of subjects, such as track IDs and numbers, unless they hide a small one; values from about 50 pixels, where
    /// they cover neither a subject nor another label.
    case auto
    /// A name for every subject, whatever it covers; values where they cover nothing.
    case all
}
