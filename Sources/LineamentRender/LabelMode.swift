/// Which labels an overlay draws.
public enum LabelMode: String, Sendable, CaseIterable {
    /// No labels.
    case none
    /// Labels that can be read: those of subjects from about 60 pixels, where they cover neither another subject nor
    /// another label.
    case auto
    /// A label for every subject, whatever it covers.
    case all
}
