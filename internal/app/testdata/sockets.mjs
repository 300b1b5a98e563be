// The stock Socket.IO client for the tests of the house. It reads one command a
// line and writes one line for everything it hears:
//
//   {"do":"open","name":"tom","url":"http://127.0.0.1:1234","token":"…","transports":["websocket"]}
//   {"do":"emit","name":"tom","id":1,"event":"room/join","payload":{…}}
//   {"do":"close","name":"tom"}
//
//   {"name":"tom","event":"message/created","payload":{…}}
//   {"ack":1,"payload":{…}}
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { io } = require("socket.io-client");

const sockets = new Map();
const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const commands = {
  open({ name, url, token, transports, headers }) {
    const socket = io(url, {
      transports: transports ?? ["websocket", "polling"],
      query: token ? { token } : {},
      extraHeaders: headers ?? {},
      forceNew: true,
      reconnection: false,
    });
    sockets.set(name, socket);
    socket.on("connect", () => tell({ name, event: "connect" }));
    socket.on("disconnect", (reason) => tell({ name, event: "disconnect", payload: reason }));
    socket.on("connect_error", (e) => tell({ name, event: "connect_error", payload: e.message }));
    socket.onAny((event, payload) => tell({ name, event, payload }));
  },
  emit({ name, id, event, payload }) {
    sockets.get(name).emit(event, payload, (answer) => tell({ ack: id, payload: answer }));
  },
  close({ name }) {
    sockets.get(name).close();
  },
};

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const command = JSON.parse(line);
    commands[command.do](command);
  })
  .on("close", () => process.exit(0));
