// SPDX-License-Identifier: Apache-2.0
#if Server
    /// A file of the studio, which is part of the program.
    struct StudioFile: Sendable {
        let name: String
        let bytes: [UInt8]

        /// The page at `/`.
        static let page = StudioFile(name: "index.html", bytes: PackageResources.index_html)

        /// The files below `/studio/`.
        static let others = [
            // generated: studio files
            StudioFile(name: "api.js", bytes: PackageResources.api_js),
            StudioFile(name: "app.js", bytes: PackageResources.app_js),
            StudioFile(name: "camera.js", bytes: PackageResources.camera_js),
            StudioFile(name: "chosen.js", bytes: PackageResources.chosen_js),
            StudioFile(name: "code.js", bytes: PackageResources.code_js),
            StudioFile(name: "copy.js", bytes: PackageResources.copy_js),
            StudioFile(name: "cutouts.js", bytes: PackageResources.cutouts_js),
            StudioFile(name: "dom.js", bytes: PackageResources.dom_js),
            StudioFile(name: "edits.js", bytes: PackageResources.edits_js),
            StudioFile(name: "example-group.svg", bytes: PackageResources.example_group_svg),
            StudioFile(name: "example-person.svg", bytes: PackageResources.example_person_svg),
            StudioFile(name: "examples.js", bytes: PackageResources.examples_js),
            StudioFile(name: "frames.js", bytes: PackageResources.frames_js),
            StudioFile(name: "history.js", bytes: PackageResources.history_js),
            StudioFile(name: "icon.svg", bytes: PackageResources.icon_svg),
            StudioFile(name: "lanes.js", bytes: PackageResources.lanes_js),
            StudioFile(name: "layers.js", bytes: PackageResources.layers_js),
            StudioFile(name: "live.js", bytes: PackageResources.live_js),
            StudioFile(name: "movements.js", bytes: PackageResources.movements_js),
            StudioFile(name: "options.js", bytes: PackageResources.options_js),
            StudioFile(name: "panel.js", bytes: PackageResources.panel_js),
            StudioFile(name: "photos.js", bytes: PackageResources.photos_js),
            StudioFile(name: "plan-canvas.js", bytes: PackageResources.plan_canvas_js),
            StudioFile(name: "plan-editor.js", bytes: PackageResources.plan_editor_js),
            StudioFile(name: "plan-edits.js", bytes: PackageResources.plan_edits_js),
            StudioFile(name: "plan-lanes.js", bytes: PackageResources.plan_lanes_js),
            StudioFile(name: "plan-pictures.js", bytes: PackageResources.plan_pictures_js),
            StudioFile(name: "plan-requests.js", bytes: PackageResources.plan_requests_js),
            StudioFile(name: "plan-thumbnails.js", bytes: PackageResources.plan_thumbnails_js),
            StudioFile(name: "plan-words.js", bytes: PackageResources.plan_words_js),
            StudioFile(name: "plan-work.js", bytes: PackageResources.plan_work_js),
            StudioFile(name: "plan.css", bytes: PackageResources.plan_css),
            StudioFile(name: "plan.js", bytes: PackageResources.plan_js),
            StudioFile(name: "python.js", bytes: PackageResources.python_js),
            StudioFile(name: "quoting.js", bytes: PackageResources.quoting_js),
            StudioFile(name: "recording.js", bytes: PackageResources.recording_js),
            StudioFile(name: "results.js", bytes: PackageResources.results_js),
            StudioFile(name: "sending.js", bytes: PackageResources.sending_js),
            StudioFile(name: "sent.js", bytes: PackageResources.sent_js),
            StudioFile(name: "space.js", bytes: PackageResources.space_js),
            StudioFile(name: "stage.js", bytes: PackageResources.stage_js),
            StudioFile(name: "state.js", bytes: PackageResources.state_js),
            StudioFile(name: "studio.css", bytes: PackageResources.studio_css),
            StudioFile(name: "table.js", bytes: PackageResources.table_js),
            StudioFile(name: "tasks.js", bytes: PackageResources.tasks_js),
            StudioFile(name: "tools.js", bytes: PackageResources.tools_js),
            StudioFile(name: "topology.js", bytes: PackageResources.topology_js),
            StudioFile(name: "transport.js", bytes: PackageResources.transport_js),
            StudioFile(name: "trouble.js", bytes: PackageResources.trouble_js),
            StudioFile(name: "video.js", bytes: PackageResources.video_js),
            StudioFile(name: "words.js", bytes: PackageResources.words_js),
            StudioFile(name: "zip.js", bytes: PackageResources.zip_js),
            // end of studio files
        ]

        /// The paths of all files.
        static var paths: [String] { ["/"] + others.map { "/studio/\($0.name)" } }

        var mediaType: String {
            switch name.split(separator: ".").last {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "svg": "image/svg+xml"
            default: "application/octet-stream"
            }
        }
    }
#endif
