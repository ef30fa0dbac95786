// SPDX-License-Identifier: Apache-2.0

// Whoever draws a redaction or a crop has it from there, and colors are those of its covers.
@_exported public import LineamentTools
