import Lineament
import LineamentImages
import LineamentRender
import LineamentTasks
import Testing

/// The tables of the tools' options, which the command line's help and the service read.
@Suite struct ToolOptionTests {
    /// What a table gives it also takes.
    @Test func optionsKeepTheirValues() throws {
        let choices = RedactionChoices()
        for (name, value) in [
            ("what", OptionValue.choice("people")), ("how", .choice("fill")), ("minDetectionConfidence", .number(0.5)),
            ("keep", .choice("1,4")), ("review", .flag(true)), ("verify", .flag(true)), ("sound", .choice("drop")),
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
