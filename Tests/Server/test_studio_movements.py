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
STATE = "document.getElementById('send-state').textContent"
STATUS = "document.getElementById('movements-status').textContent"


class Movements(StudioTest):
    def open_camera(self, task):
        page = self.open(f"mode=camera&task={task}", CAMERA)
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
