// The other implementation: http_ece of npm decrypts what we have sent and encrypts what our
// tests' browser reads; Node's own crypto verifies our tokens. One question on standard input,
// one answer on standard output.
import { createECDH, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ece = createRequire(new URL("../../../../web/package.json", import.meta.url))("http_ece");

const { browser, bodies, texts, token, key } = JSON.parse(readFileSync(0, "utf8"));

const receiver = createECDH("prime256v1");
receiver.setPrivateKey(Buffer.from(browser.private, "base64url"));

const read = bodies.map((body) =>
  ece
    .decrypt(Buffer.from(body, "base64url"), {
      version: "aes128gcm",
      privateKey: receiver,
      authSecret: browser.auth,
    })
    .toString("utf8"),
);

const written = texts.map((text, i) => {
  const once = createECDH("prime256v1");
  once.generateKeys();
  return ece
    .encrypt(Buffer.from(text, "utf8"), {
      version: "aes128gcm",
      privateKey: once,
      dh: receiver.getPublicKey("base64url"),
      authSecret: browser.auth,
      pad: i * 100,
    })
    .toString("base64url");
});

const point = Buffer.from(key, "base64url");
const jwk = {
  kty: "EC",
  crv: "P-256",
  x: point.subarray(1, 33).toString("base64url"),
  y: point.subarray(33).toString("base64url"),
};
const [head, said, signature] = token.split(".");
const signed = verify(
  "sha256",
  Buffer.from(`${head}.${said}`),
  { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
  Buffer.from(signature, "base64url"),
);

process.stdout.write(JSON.stringify({ read, written, signed }));
