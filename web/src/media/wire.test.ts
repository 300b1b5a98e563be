import {
  JoinResponse,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  UpdateTrackSettings,
} from "@livekit/protocol";
import { encode, Fields } from "./wire";

// The engine's own library says what is right.
test("what is written is what the engine reads", () => {
  const sdp = "v=0\r\n".repeat(100);
  const answer = SignalRequest.fromBinary(encode({ 2: encode({ 1: "answer", 2: sdp, 3: 300 }) }));
  expect(answer.message.case).toBe("answer");
  expect(answer.message.value).toEqual(new SessionDescription({ type: "answer", sdp, id: 300 }));

  const bytes = encode({ 7: encode({ 1: ["TR_a", "TR_b"], 3: false, 5: 1280, 6: 720 }) });
  expect(SignalRequest.fromBinary(bytes).message.value).toEqual(
    new UpdateTrackSettings({ trackSids: ["TR_a", "TR_b"], width: 1280, height: 720 }),
  );

  const at = Date.UTC(2026, 10, 24);
  const ping = SignalRequest.fromBinary(encode({ 16: encode({ 1: at }) }));
  expect(ping.message.value).toMatchObject({ timestamp: BigInt(at) });
});

test("what the engine writes is read, and what is not known is passed over", () => {
  const join = new JoinResponse({
    participant: { sid: "PA_me", version: 7, attributes: { silent: "yes" } },
    iceServers: [{ urls: ["stun:a", "turn:b"], username: "tom", credential: "secret" }],
    pingTimeout: 15,
    sifTrailer: new Uint8Array([1, 2, 3]),
    subscriberPrimary: true,
  });
  const bytes = new SignalResponse({ message: { case: "join", value: join } }).toBinary();
  const read = new Fields(bytes).message(1);
  expect(read?.message(2)?.text(1)).toBe("PA_me");
  expect(read?.messages(5).map((server) => server.texts(1))).toEqual([["stun:a", "turn:b"]]);
  expect(read?.number(10)).toBe(15);
  expect(read?.number(11)).toBe(0);
  expect(read?.message(12)).toBeUndefined();
});

test("a message that is cut short is refused", () => {
  const bytes = encode({ 1: "a text" });
  expect(() => new Fields(bytes.subarray(0, 4))).toThrow("ends too early");
  expect(() => new Fields(new Uint8Array([0x80]))).toThrow("ends too early");
  expect(() => new Fields(new Uint8Array([0x0b]))).toThrow("not a message");
});
