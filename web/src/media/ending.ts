/** Why a connection ended: the server took it away, or the network did. */
export type Ending = "removed" | "network";

/** The engine's reasons that are the server's wish: another connection of the same viewer, put out, the room's end. */
const byServer: readonly (number | undefined)[] = [2, 4, 5, 10];

/** Whether the server ended a connection, or the network, by the engine's number (DisconnectReason). */
export function endingOf(reason: number | undefined): Ending {
  return byServer.includes(reason) ? "removed" : "network";
}
