// SPDX-License-Identifier: Apache-2.0

/// The namespace of ``UIView/ContentMode``; there are no views without a screen.
public enum UIView {
    /// How an image fills a view of another size.
    public enum ContentMode: Int, Sendable, CaseIterable {
        case scaleToFill = 0, scaleAspectFit, scaleAspectFill, redraw
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    }
}
