// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import Foundation
    public import LineamentAppleTypes
#elseif canImport(UIKit)
    public import UIKit
#endif

#if STAND_INS || canImport(UIKit)
    extension ViewGeometry {
        /// Creates the geometry of a UIKit image, with its own orientation and scale, in a view. A Lineament extension.
        ///
        /// It is for results in the coordinates of the image as stored, as those of MediaPipe's tasks are.
        public init(
            image: UIImage, viewSize: CGSize, contentMode: ContentMode = .aspectFit, isMirrored: Bool = false
        ) {
            let orientation = ImageOrientation(rawValue: image.imageOrientation.rawValue) ?? .up
            let width = image.size.width * image.scale
            let height = image.size.height * image.scale
            self.init(
                imageSize: orientation.swapsSides
                    ? CGSize(width: height, height: width) : CGSize(width: width, height: height),
                orientation: orientation, viewSize: viewSize, contentMode: contentMode, isMirrored: isMirrored,
                scale: image.scale)
        }
    }

    extension ViewGeometry.ContentMode {
        /// Creates the equivalent of a view's content mode. `redraw` stretches the image, as image views do.
        public init(_ mode: UIView.ContentMode) {
            switch mode {
            case .scaleAspectFit: self = .aspectFit
            case .scaleAspectFill: self = .aspectFill
            case .center: self = .center
            case .top: self = .top
            case .bottom: self = .bottom
            case .left: self = .left
            case .right: self = .right
            case .topLeft: self = .topLeft
            case .topRight: self = .topRight
            case .bottomLeft: self = .bottomLeft
            case .bottomRight: self = .bottomRight
            // `scaleToFill`, `redraw` and what UIKit may add.
            default: self = .scaleToFill
            }
        }
    }
#endif
