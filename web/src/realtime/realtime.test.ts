import { io } from "socket.io-client";
import { realtime } from "./realtime";

vi.mock("socket.io-client", () => ({
  io: vi.fn(() => ({ on: () => {}, onAny: () => {}, close: () => {}, io: { on: () => {} } })),
}));

test("it dials the endpoint of the page, as the specification says, and goes on for ever", async () => {
  await realtime.start(false);
  expect(io).toHaveBeenLastCalledWith(
    location.origin,
    expect.objectContaining({
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      reconnection: true,
      reconnectionAttempts: Number.POSITIVE_INFINITY,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 10_000,
      autoConnect: true,
      rejectUnauthorized: true,
    }),
  );
  document.head.innerHTML = '<meta name="SOCKET_ENDPOINT" content="https://sockets.nova.example">';
  await realtime.start(false);
  expect(io).toHaveBeenLastCalledWith("https://sockets.nova.example", expect.anything());
  document.head.innerHTML = "";
});
