// Free ports of this machine, for programs that a bench starts.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

export async function freeTcp() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

export async function freeUdp() {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  await new Promise((closed) => socket.close(closed));
  return port;
}
