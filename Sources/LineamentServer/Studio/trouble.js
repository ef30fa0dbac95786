// What can be wrong with a camera, and what to do about it.

const port = location.port || (location.protocol === "https:" ? 443 : 80);

/** Name of the browser's error → what it means. */
const troubles = {
  InsecureContext: {
    title: "The browser gives this page no camera",
    advice: "Browsers give a camera only to https pages and to localhost. Forward the port over SSH, or use a certificate:",
    code: `ssh -L ${port}:localhost:${port} ${location.hostname}
# then open http://localhost:${port}/

lineament serve --tls-certificate certificate.pem \\
  --tls-key key.pem --host … --token …`,
  },
  NotAllowedError: {
    title: "The camera is not allowed",
    advice: "The browser or the system refused it. Allow it in the browser's settings for this site, then try again.",
  },
  NotFoundError: {
    title: "There is no camera",
    advice: "Connect a camera and try again. Photos and Video work without one.",
  },
  NotReadableError: {
    title: "The camera is in use",
    advice: "Another program or page uses the camera, or it does not answer. Close that program and try again.",
  },
  OverconstrainedError: {
    title: "The camera has no suitable format",
    advice: "It offers no picture near 640 × 480. Try another camera.",
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
    title: "The camera does not start",
    advice: `The browser says: ${error.message} (${error.name}).`,
  };
