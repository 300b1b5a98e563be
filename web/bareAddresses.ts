import type { Plugin } from "vite";

/**
 * What may follow an address is named in app/paths.ts, and in a feature's pages.ts, for the types alone ("/admin/refunds?status&offset"):
 * the built app is half a kilobyte lighter without the names.
 */
export function bareAddresses(): Plugin {
  return {
    name: "bare-addresses",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/(app\/paths|features\/\w+\/pages)\.ts$/ },
      handler: (code) => ({ code: code.replace(/\?[\w&${}]+(?=["`])/g, ""), map: null }),
    },
  };
}
