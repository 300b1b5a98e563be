import { createRealtime } from "@/realtime/socket";

/** In the place of "@/realtime/realtime" for tests that draw the whole shell: a connection that is never made. */
export function silentRealtime() {
  const never = () => new Promise<never>(() => {});
  return {
    realtime: createRealtime({ dial: never, ticket: never }),
    useConnection: () => ({ status: "initialized" }),
  };
}
