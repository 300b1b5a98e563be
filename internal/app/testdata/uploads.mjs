// The stock tus client for the tests of the house. It sends a file in pieces, breaks off
// when so many bytes are sent, and goes on with another client, which finds the upload
// by the file's fingerprint as a reloaded page does.
//
//   node uploads.mjs {"endpoint", "token", "purpose", "filename", "size", "chunk", "breakAt"}
//
// Its one line of output is where the upload is: {"url", "broken": how often it broke off}.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const tus = require("tus-js-client");
const { endpoint, token, purpose, filename, size, chunk, breakAt } = JSON.parse(process.argv[2]);

// The byte at n is n modulo 251, so that the test knows the file without having it.
const bytes = Buffer.alloc(size);
for (let n = 0; n < size; n++) bytes[n] = n % 251;

const known = new Map();
const urlStorage = {
  findAllUploads: async () => [...known.values()],
  findUploadsByFingerprint: async (print) => (known.has(print) ? [known.get(print)] : []),
  removeUpload: async (print) => void known.delete(print),
  addUpload: async (print, upload) => {
    known.set(print, { ...upload, urlStorageKey: print });
    return print;
  },
};

function client(done, progress) {
  const upload = new tus.Upload(bytes, {
    endpoint,
    headers: { Authorization: `Bearer ${token}` },
    metadata: { purpose, filename },
    chunkSize: chunk,
    retryDelays: [0, 500, 1000],
    urlStorage,
    fingerprint: async () => `${filename}-${size}`,
    onError: (error) => {
      console.error(String(error));
      process.exit(1);
    },
    onSuccess: () => done(upload),
    onProgress: (sent) => progress?.(upload, sent),
  });
  return upload;
}

let broken = 0;
const first = client(
  () => {},
  (upload, sent) => {
    if (sent < breakAt || broken > 0) return;
    broken++;
    upload.abort().then(goOn);
  },
);
first.start();

async function goOn() {
  const second = client((upload) => console.log(JSON.stringify({ url: upload.url, broken })));
  const [earlier] = await second.findPreviousUploads();
  second.resumeFromPreviousUpload(earlier);
  second.start();
}
