/**
 * Small things that are remembered by name: on this device, or in this tab until it closes. A
 * browser that refuses storage keeps them until the page is left; nothing else changes.
 */
type Memory = {
  get(key: string): string | undefined;
  /** Undefined forgets it. */
  set(key: string, value: string | undefined): void;
};

export const onDevice = storageOf(() => localStorage);
export const inTab = storageOf(() => sessionStorage);

function storageOf(open: () => Storage): Memory {
  const refused = new Map<string, string>();
  return {
    get(key) {
      try {
        return open().getItem(key) ?? refused.get(key);
      } catch {
        return refused.get(key);
      }
    },
    set(key, value) {
      refused.delete(key);
      try {
        if (value === undefined) open().removeItem(key);
        else open().setItem(key, value);
      } catch {
        if (value !== undefined) refused.set(key, value);
      }
    },
  };
}
