// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentCapture
import LineamentImages
import LineamentTools
import LineamentTasks
import TestSupport
import Testing

/// The tables of the tools' options, which the command line's help and the service read.
@Suite struct ToolOptionTests {
    /// What a table gives it also takes.
    @Test func optionsKeepTheirValues() throws {
        let choices = RedactionChoices()
        for (name, value) in [
            ("what", OptionValue.choice("people")), ("how", .choice("fill")), ("minDetectionConfidence", .number(0.5)),
            ("keep", .choice("1,4")), ("thumbnails", .flag(true)), ("review", .flag(true)), ("verify", .flag(true)),
            ("sound", .choice("drop")),
            ("crf", .count(30)),
        ] {
            let option = try #require(RedactionChoices.table.first { $0.name == name })
            #expect(option.get(choices) == option.description.frontDefault, "\(name)")
            option.set(choices, value)
            #expect(option.get(choices) == value, "\(name)")
        }
        #expect(choices.options.kept == .tracks([1, 4]))
        #expect(choices.rateFactor == 30)
    }

    @Test func cropsKeepTheirValues() throws {
        let choices = CropChoices()
        for (name, value) in [
            ("what", OptionValue.choice("people")), ("template", .choice("ffhq")), ("size", .count(64)),
            ("margin", .number(1)), ("minSize", .number(20)), ("minQuality", .number(0.5)), ("format", .choice("webp")),
            ("quality", .count(50)),
        ] {
            let option = try #require(CropChoices.table.first { $0.name == name })
            #expect(option.get(choices) == option.description.frontDefault, "\(name)")
            option.set(choices, value)
            #expect(option.get(choices) == value, "\(name)")
        }
        guard case .people(let side, let margin) = choices.options.subject else {
            Issue.record("\(choices.options.subject)")
            return
        }
        #expect(side == 64)
        #expect(margin == 1)
    }

    @Test func recordingsKeepTheirValues() throws {
        let choices = CaptureChoices()
        for (name, value) in [
            ("format", OptionValue.choice("bvh")), ("cameraFov", .number(41)), ("focalLength", .number(1200)),
            ("inPlace", .flag(true)), ("freeFeet", .flag(true)), ("jointNames", .choice("unity")),
            ("rate", .number(24)),
            ("calibrate", .flag(true)), ("smooth", .choice("median")), ("smooth", .number(8)), ("maxGap", .number(0.5)),
            ("minDuration", .number(0)), ("keepOutliers", .flag(true)), ("constantBones", .flag(true)),
        ] {
            let option = try #require(CaptureChoices.table.first { $0.name == name })
            #expect(option.description.values.value(of: value.text) == value, "\(name)")
            option.set(choices, value)
            #expect(option.get(choices) == value, "\(name)")
        }
        #expect(choices.cleaning.body == .butterworth(cutoff: 8))
        #expect(choices.cleaning.outliers == nil)
        #expect(choices.options.motion.focalLength == 1200)
        #expect(!choices.options.motion.plantsFeet)
    }

    @Test func recordingsHaveTheLibrarysDefaults() throws {
        #expect(CaptureChoices().cleaning == CleaningOptions())
        #expect(CaptureChoices().options == CaptureOptions())
        for option in CaptureChoices.table { #expect(option.get(CaptureChoices()) == option.description.frontDefault) }
    }

    @Test func recordingsNameTheirOptions() throws {
        let choices = CaptureChoices()
        try choices.set("keep_outliers", to: "true")
        #expect(choices.keepsOutliers)
        for (name, value, words) in [
            ("smoothness", "1", "smooth, max_gap"), ("smooth", "much", "one-euro"), ("camera_fov", "200", "1 to 170"),
            ("in_place", "yes", "true or false"), ("format", "fbx", "vrma"),
        ] {
            let error = #expect(throws: LineamentError.self) { try choices.set(name, to: value) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    @Test func theDocumentsHaveEachOptionOfRecordings() throws {
        let page = try String(
            contentsOf: TestData.packageRoot.appendingPathComponent("docs/capture.md"), encoding: .utf8)
        let help = try Program.run("capture", "--help").output
        for option in CaptureChoices.table {
            let name = "--" + option.name.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }
            #expect(page.contains("`\(name)"), "\(name)")
            #expect(help.contains(name), "\(name)")
        }
    }

    @Test func templatesAreOfFaces() {
        let choices = CropChoices()
        choices.what = .people
        choices.template = .ffhq
        let error = #expect(throws: LineamentError.self) { try choices.check { "\($0)=\($1)" } }
        #expect(error?.message == "template=ffhq places faces. Omit it with what=people.")
    }

    @Test func qualityIsOfFilesThatLoseSomething() throws {
        let choices = CropChoices()
        choices.quality = 50
        let error = #expect(throws: LineamentError.self) { try choices.check { "\($0)=\($1)" } }
        #expect(error?.message == "quality=50 is for JPEG and WebP; PNG loses nothing. Choose format=jpg.")
        for format in [CropChoices.FileFormat.jpg, .webp] {
            choices.format = format
            try choices.check { "\($0)=\($1)" }
            #expect(choices.encoder.jpegQuality == 50)
            #expect(choices.encoder.webPQuality == 50)
        }
    }

    @Test(arguments: ["0", "1,0", "a", "", "1,"]) func wrongTracksAreRefused(text: String) {
        #expect(OptionValues.numbers(["nobody"]).value(of: text) == nil)
    }

    @Test func tracksHaveOneForm() {
        #expect(OptionValues.numbers(["nobody"]).value(of: "04,1,4") == .choice("1,4"))
        #expect(OptionValues.numbers(["nobody"]).value(of: "nobody") == .choice("nobody"))
    }
}
