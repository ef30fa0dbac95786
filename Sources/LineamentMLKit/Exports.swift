// Code written for Apple's systems has Foundation's names by its framework's import alone.
@_exported public import Foundation
