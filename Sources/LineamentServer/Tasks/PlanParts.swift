// SPDX-License-Identifier: Apache-2.0

/// A request that brings the plan of a redaction, or the boxes of another detector, with its image or video.
enum PlanParts {
    /// The name of the option that says that a plan comes first, with the value `plan`.
    static let option = "from"
    /// The name of the option that says that boxes come first, with the value `part`.
    static let areas = "areas"
}
