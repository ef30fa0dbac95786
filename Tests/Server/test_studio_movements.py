# SPDX-License-Identifier: Apache-2.0
"""The browser studio's camera: movements that are sent to other programs, or recorded for them."""

import socket

from studio import DOWNLOADS, StudioTest

# A camera that shows the photo, which moves a little.
CAMERA = DOWNLOADS + """
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [640, 480];
  const context = canvas.getContext("2d");
  const image = new Image();
  image.src = "/sample";
  await image.decode();
  let count = 0;
  setInterval(() => context.drawImage(image, -20 + 10 * Math.sin(++count / 9), -10, 640, 640), 60);
  return canvas.captureStream(15);
};
"""
# The same with two people, one beside the other.
PAIR = CAMERA.replace("context.drawImage(image, -20 + 10 * Math.sin(++count / 9), -10, 640, 640)",
                      "[0, 320].forEach((at) => context.drawImage(image, at + 5 * Math.sin(++count / 18), 20, 300, 300))")
# What was sent of the last frame of which anything was.
SENT = "lineament.frames.findLast(({ result }) => result.sent)?.result"
STATE = "document.getElementById('send-state').textContent"
STATUS = "document.getElementById('movements-status').textContent"


class Movements(StudioTest):
    def open_camera(self, task, script=CAMERA):
        page = self.open(f"mode=camera&task={task}", script)
        page.wait("window.lineament?.frames.length > 2")
        return page

    def receiver(self):
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(receiver.close)
        receiver.settimeout(20)
        receiver.bind(("127.0.0.1", 0))
        return receiver

    def choose_address(self, page, receiver):
        page.choose("#send-address", f"127.0.0.1:{receiver.getsockname()[1]}")

    def test_what_is_sent_arrives_and_is_shown(self):
        receiver, page = self.receiver(), self.open_camera("holistic-landmarker")
        page.click("#open-sending")
        self.assertEqual((page.run(STATE), page.text("#open-sending")), ("Not sending", "Send…"))
        self.choose_address(page, receiver)
        page.click("#send-switch")
        page.wait(f"{STATE} === 'Sending'")
        data = receiver.recv(65536)
        self.assertTrue(data.startswith(b"#bundle\0") and b"/VMC/Ext/OK" in data)
        page.wait("document.getElementById('sent').getAttribute('aria-label').includes('51 shapes')")
        self.assertEqual((page.text("#open-sending"), page.text("#send-switch")), ("● Sending", "Stop sending"))
        self.assertTrue(page.run("document.title").startswith("● Sending"))
        drawn = """(() => {
          const { width, height } = document.getElementById("sent");
          return document.getElementById("sent").getContext("2d").getImageData(0, 0, width, height).data.some(Boolean);
        })()"""
        page.wait(drawn)
        page.click("#send-calibrate")
        page.wait(f"{STATE} === 'Calibrating'")
        page.wait(f"{STATE} === 'Sending'")
        page.click("#send-switch")
        self.assertEqual((page.run(STATE), page.run("document.title")), ("Not sending", "Lineament Studio"))

    def test_sending_ends_with_the_camera_and_with_a_task_that_has_nothing(self):
        receiver, page = self.receiver(), self.open_camera("face-landmarker")
        page.click("#open-sending")
        self.choose_address(page, receiver)
        page.click("#send-switch")
        page.wait(f"{STATE} === 'Sending'")
        page.choose("#task", "face-detector")
        page.wait(f"{STATE} === 'Not sending'")
        self.assertIn("nothing to send", page.text("#send-note"))
        page.choose("#task", "face-landmarker")
        page.click("#send-switch")
        page.wait(f"{STATE} === 'Sending'")
        page.click("#camera-switch")
        self.assertEqual(page.run(STATE), "Not sending")

    def load_gains(self, page, text):
        page.run(f"""(() => {{
          const list = new DataTransfer();
          list.items.add(new File([{text!r}], "gains.json"));
          const input = document.getElementById("send-gains");
          input.files = list.files;
          input.dispatchEvent(new Event("change"));
        }})()""")

    def test_gains_and_a_rate_are_held(self):
        receiver, page = self.receiver(), self.open_camera("face-landmarker")
        page.click("#open-sending")
        self.choose_address(page, receiver)
        self.load_gains(page, '{"eyeBlinkLeft": 0, "jawOpen": "much"}')
        page.wait("document.getElementById('send-note').textContent.startsWith('gains.json must')")
        self.load_gains(page, '{"eyeBlinkLeft": 0}')
        page.choose("#send-rate", "2")
        page.click("#send-switch")
        page.wait(f"{SENT}?.sent.shapes")
        shapes = page.run(f"{SENT}.sent.shapes")
        self.assertEqual(shapes[9], 0)
        self.assertTrue(all(shapes[10:30]))
        page.wait("lineament.frames.slice(-3).some(({ result }) => !result.sent)")
        self.load_gains(page, '{"eyeBlinked": 2}')
        page.wait(f"{STATE} === 'Not sending'")
        self.assertIn("eyeBlinked", page.text("#send-note"))

    def test_one_of_several_people_is_sent(self):
        receiver, page = self.receiver(), self.open_camera("face-landmarker", PAIR)
        page.click("#open-sending")
        self.choose_address(page, receiver)
        page.wait("document.querySelectorAll('#send-person option').length === 3")
        page.click("#send-switch")
        of_person = f"(index) => {SENT}.sent.shapes[25] === {SENT}.faceBlendshapes[index]?.[25].score"
        page.wait(f"{SENT}?.sent.shapes")
        self.assertTrue(page.run(f"{SENT}.trackIDs.length === 2"))
        for place in [0, 1, 0]:
            track = page.run(f"[...{SENT}.trackIDs].sort((one, other) => one - other)[{place}]")
            page.choose("#send-person", str(track))
            page.wait(f"({of_person})({SENT}.trackIDs.indexOf({track}))")
            self.assertEqual(page.run(STATE), "Sending")

    def test_nobody_listens_and_other_machines_are_refused(self):
        receiver, page = self.receiver(), self.open_camera("face-landmarker")
        page.click("#open-sending")
        self.choose_address(page, receiver)
        receiver.close()
        page.click("#send-switch")
        page.wait(f"{STATE} === 'Sending, nobody listens'")
        page.choose("#send-address", "10.0.0.5:39539")
        page.wait(f"{STATE} === 'Not sending'")
        self.assertIn("--send-to 10.0.0.5:39539", page.text("#send-note"))

    def test_movements_are_recorded_and_downloaded(self):
        page = self.open_camera("holistic-landmarker")
        page.click("#record-movements")
        self.assertEqual(page.text("#record-movements"), "Stop recording")
        page.wait(f"parseInt({STATUS}) >= 11")
        page.click("#record-movements")
        for format, ending in [("bvh", ".bvh"), ("vrma", ".vrma"), ("trc", ".trc"), ("csv", ".csv")]:
            page.click(f"[data-format={format}]")
            page.wait(f"saved.at(-1)?.name.endsWith('{ending}')")
            page.wait(f"{STATUS}.startsWith('Saved')")
        beginnings = page.run("Promise.all(saved.map(({ blob }) => blob.slice(0, 9).text()))")
        self.assertEqual([text[:4] for text in beginnings], ["HIER", "glTF", "Path", beginnings[3][:4]])
        self.assertTrue(page.run("saved[0].name").startswith("camera-"))

    def test_tasks_without_bodies_have_tables_alone(self):
        page = self.open_camera("face-landmarker")
        page.click("#record-movements")
        page.wait(f"parseInt({STATUS}) >= 1")
        page.click("#record-movements")
        disabled = "[...document.querySelectorAll('[data-format]')].filter((each) => each.disabled).map((each) => each.dataset.format)"
        self.assertEqual(page.run(disabled), ["bvh", "vrma", "trc"])
        page.choose("#task", "face-detector")
        self.assertTrue(page.run("document.getElementById('record-movements').disabled"))
