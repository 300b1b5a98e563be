/** A socket that the test speaks through; for vi.mock("@/realtime/realtime"). */
export function fakeWire() {
  const listeners = new Map<string, Set<(data: never) => void>>();
  function on(event: string, listener: (data: never) => void) {
    const all = listeners.get(event) ?? new Set();
    listeners.set(event, all.add(listener));
    return () => {
      all.delete(listener);
    };
  }
  return {
    on,
    onFromStart: on,
    emit: async () => ({ ok: true }),
    hears: (event: string) => (listeners.get(event)?.size ?? 0) > 0,
    say(event: string, data: object) {
      for (const listener of [...(listeners.get(event) ?? [])])
        Reflect.apply(listener, null, [data]);
    },
  };
}
