// SPDX-License-Identifier: Apache-2.0

// The possible problems of a camera, and what to do about them.

const port = location.port || (location.protocol === "https:" ? 443 : 80);

/** Name of the browser's error → what it means. */
const troubles = {
  InsecureContext: {
    title: "This page cannot use a camera",
    advice: "Browsers allow cameras only on https pages and on localhost. Forward the port over SSH, or start the server with a certificate:",
    code: `ssh -L ${port}:localhost:${port} ${location.hostname}
# then open http://localhost:${port}/

lineament serve --tls-certificate certificate.pem \\
  --tls-key key.pem --host … --token …`,
  },
  NotAllowedError: {
    title: "Camera access was denied",
    advice: "The browser or the operating system denied it. Allow the camera in the browser's settings for this site, then try again.",
  },
  NotFoundError: {
    title: "No camera was found",
    advice: "Connect a camera and try again. Photos and Video work without one.",
  },
  NotReadableError: {
    title: "The camera is in use",
    advice: "Another program or page is using the camera, or the camera does not respond. Close that program and try again.",
  },
  Ended: {
    title: "The camera was disconnected",
    advice: "Connect the camera and try again.",
  },
};
troubles.SecurityError = troubles.NotAllowedError;
troubles.AbortError = troubles.NotReadableError;

/** Returns a title, advice and perhaps code for an error of `getUserMedia`. */
export const troubleOf = (error) =>
  troubles[error.name] ?? {
    title: "The camera did not start",
    advice: `The browser says: ${error.message} (${error.name}).`,
  };
