// SPDX-License-Identifier: Apache-2.0

// Redactions and crops come from there, and so do the colors of covers.
@_exported public import LineamentTools
