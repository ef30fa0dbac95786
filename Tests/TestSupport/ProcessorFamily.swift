// SPDX-License-Identifier: Apache-2.0
internal import CTestSupport

/// Processors on which the runtime's numbers are the same, because it takes the same kernels.
///
/// XNNPACK, in the runtime, chooses the kernel of each operator when the first model is compiled: by the processor's
/// instructions, and for matrix products also by its design. Kernels of one operator differ in the order in which they sum,
/// and in whether a product is rounded before it is added.
public enum ProcessorFamily: String, CaseIterable, Sendable {
    /// AVX-512: Intel's servers since 2017, AMD's processors since Zen 4. The references are from one of these.
    case avx512 = "AVX-512"
    /// FMA without AVX-512: Intel's desktop processors since 2013 (Haswell), and AMD's Zen 2 and 3.
    case fma = "AVX2 and FMA"
    /// AMD's Zen and Zen+: Ryzen 1000 and 2000, EPYC 7001. They have FMA, and kernels of their own.
    case zen = "first Zen"
    /// AVX without FMA: Intel's Sandy Bridge and Ivy Bridge, AMD's Bulldozer.
    case avx = "AVX"
    /// Processors of x86-64 without AVX.
    case sse = "SSE"
    /// Processors of ARM's 64-bit architecture.
    case arm64 = "ARM64"

    /// The family of the processor that runs the tests.
    public static let current = ProcessorFamily(.current)

    /// Whether matrix products are rounded as with AVX-512, so that nearly all numbers are equal to its.
    public var roundsLikeAVX512: Bool { self == .avx512 || self == .fma }

    /// Returns the family of a processor.
    public init(_ processor: Processor) {
        guard processor.isX86 else {
            self = .arm64
            return
        }
        if processor.hasAVX512 {
            self = .avx512
        } else if processor.hasFMA {
            self = processor.isFirstZen ? .zen : .fma
        } else {
            self = processor.hasAVX ? .avx : .sse
        }
    }
}

/// What tells processors' families apart.
public struct Processor: Sendable {
    /// Whether it is a 64-bit processor of x86.
    public var isX86 = true
    /// Whether it has AVX, and the system saves its registers.
    public var hasAVX = false
    /// Whether it has AVX and FMA with three operands.
    public var hasFMA = false
    /// Whether it has AVX-512's foundation, and the system saves its registers.
    public var hasAVX512 = false
    /// Whether it is of AMD's family 17h before Zen 2.
    public var isFirstZen = false

    /// A processor with nothing but what all of x86-64 have.
    public init() {}

    /// The processor that runs the tests, as the runtime sees it.
    public static let current: Processor = {
        var processor = Processor()
        #if arch(x86_64)
            let (basic, extended) = (test_support_cpuid(1, 0), test_support_cpuid(7, 0))
            let saved = test_support_saved_registers()
            processor.hasAVX = basic.ecx.hasBit(28) && saved & 0x6 == 0x6
            processor.hasFMA = processor.hasAVX && basic.ecx.hasBit(12)
            processor.hasAVX512 = processor.hasFMA && extended.ebx.hasBit(16) && saved & 0xE6 == 0xE6
            processor.isFirstZen = Signature(basic.eax).isFirstZen
        #else
            processor.isX86 = false
        #endif
        return processor
    }()

    /// The processor's designation by its maker.
    public struct Signature: Sendable {
        /// The family, with the extension.
        public let family: UInt32
        /// The model, with the extension.
        public let model: UInt32

        /// Decodes what CPUID's leaf 1 has in eax.
        public init(_ eax: UInt32) {
            let base = eax >> 8 & 0xF
            family = base == 0xF ? base + (eax >> 20 & 0xFF) : base
            model = (eax >> 4 & 0xF) | (base == 0xF || base == 6 ? eax >> 12 & 0xF0 : 0)
        }

        /// Whether it is of the first Zen, by the rule of the library cpuinfo, which the runtime asks. Other makers have no
        /// family 17h.
        public var isFirstZen: Bool { family == 0x17 && model < 0x20 }
    }
}

extension UInt32 {
    fileprivate func hasBit(_ number: Int) -> Bool { self >> number & 1 == 1 }
}
