// The official Socket.IO server with the same room and the same two events, so
// that both are measured by the same generator. Prints its address.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const { Server } = createRequire(new URL("../../web/package.json", import.meta.url))("socket.io");

const http = createServer((_, answer) => answer.writeHead(404).end());
const io = new Server(http, { serveClient: false });
io.on("connection", (socket) => {
  socket.on("join", (_, ack) => {
    socket.join("bench");
    ack?.({ ok: true });
  });
  socket.on("say", (line) => io.to("bench").emit("message/created", line));
});
http.listen(0, "127.0.0.1", () => console.log(`127.0.0.1:${http.address().port}`));
