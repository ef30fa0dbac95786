# SPDX-License-Identifier: Apache-2.0
"""What the tests of the studio in a browser share."""

import tempfile
import unittest

from browser import CHROMIUM, Page
from media import Clip
from service import ServerTest

# Downloads are kept in `saved`: the name and the blob of each.
DOWNLOADS = """
const saved = [], blobs = new Map(), made = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  const address = made.call(URL, blob);
  blobs.set(address, blob);
  return address;
};
HTMLAnchorElement.prototype.click = function () { saved.push({ name: this.download, blob: blobs.get(this.href) }); };
"""


@unittest.skipUnless(CHROMIUM, "Chromium is not installed")
class StudioTest(ServerTest):
    def open(self, state, script="", width=1440, height=900):
        """A page of the studio. At the end of the test, its console must have shown no error."""
        page = Page(f"http://127.0.0.1:{self.server.port}/#{state}", script)
        self.addCleanup(self.close, page)
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        return page

    def close(self, page):
        try:
            page.run("1")  # so that events before it arrive
            expected = getattr(page, "expected", None)
            problems = [problem for problem in page.problems if not expected or expected not in str(problem)]
            self.assertEqual(problems, [])
        finally:
            page.close()

    def open_video(self, task, clip=Clip(30), script=DOWNLOADS, options=""):
        """A page with a video whose results are complete, without its pictures: browsers do not play Y4M."""
        page = self.open(f"mode=video&task={task}{options}", script)
        page.wait("document.querySelector('#notice h2')?.textContent === 'Choose or drop a video'")
        file = tempfile.NamedTemporaryFile(suffix=".mp4")
        self.addCleanup(file.close)
        file.write(clip.y4m())
        file.flush()
        page.choose_files("#choose-video", file.name)
        page.wait("document.getElementById('video-status').textContent.endsWith(' frames')")
        return page
