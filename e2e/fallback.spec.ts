import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { choosesWay, wayOf } from "./player";
import { picture } from "./room";
import { goesLive } from "./shows";
import { expect, expectMoving, type Page, test } from "./test";

// No packet leaves this browser by UDP, as in an office: media may try TCP, through the proxy where
// there is one. Only the browser with a window knows this policy.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), "--webrtc-ip-handling-policy=disable_non_proxied_udp"];
    await use({ ...launchOptions, args, executablePath: process.env.CHROMIUM_WINDOWED ?? "/usr/bin/chromium" });
  },
});

const name = "Nova Ray";

test("where no media comes through, the room plays by HLS by itself", async ({ site, visit, browser }) => {
  test.setTimeout(240_000);
  await site.settings({ optionForBroadcast: "webrtc" });
  const [nova, neighbour] = await Promise.all([visit({ as: site.person("performer", "NovaRay") }), visit()]);
  const office = await openOffice(Number(new URL(site.url).port));
  const inside = await browser.newContext({ baseURL: site.url, proxy: { server: office.url } });
  await inside.addInitScript(() => localStorage.setItem("adult", "yes"));
  const guest = await inside.newPage();
  let tried = false;
  guest.on("websocket", (socket) => {
    if (new URL(socket.url()).pathname.startsWith("/rtc")) tried = true;
  });

  await test.step("without UDP it is WebRTC still, by TCP", async () => {
    await goesLive(nova, "From the office");
    await keepPeers(neighbour);
    await neighbour.goto("/room/NovaRay");
    await expectMoving(picture(neighbour, name));
    await choosesWay(neighbour, name, "Instant");
    await expect.poll(() => wayOf(neighbour, name), { timeout: 60_000 }).toBe("webrtc");
    await expectMoving(picture(neighbour, name));
    expect(await protocolsOf(neighbour)).toEqual(["tcp"]);
  });

  await test.step("behind a proxy that lets through the site alone it is HLS", async () => {
    const from = Date.now();
    await guest.goto("/room/NovaRay");
    await expect.poll(() => wayOf(guest, name), { timeout: 60_000 }).toBe("hls");
    await expectMoving(picture(guest, name));
    console.log(`a moving picture by HLS ${Date.now() - from} ms after the room was opened`);
    expect(tried, "WebRTC was tried first").toBe(true);
    expect(office.refused, "connections that the proxy refused").not.toEqual([]);
  });

  await inside.close();
  office.close();
});

declare global {
  interface Window {
    peers?: RTCPeerConnection[];
  }
}

/** Lets the page be asked about its media connections. */
async function keepPeers(page: Page) {
  await page.addInitScript(() => {
    const peers: RTCPeerConnection[] = [];
    window.peers = peers;
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        peers.push(this);
      }
    };
  });
}

/** By which protocols the media of a page comes. */
function protocolsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found = new Set<string>();
    for (const peer of window.peers ?? []) {
      const stats = await peer.getStats();
      for (const pair of stats.values()) {
        if (pair.type !== "candidate-pair" || !pair.nominated || pair.bytesReceived === 0) continue;
        found.add(stats.get(pair.localCandidateId).protocol);
      }
    }
    return [...found];
  });
}

/** A proxy that lets one port of this machine through. */
async function openOffice(port: number) {
  const refused: string[] = [];
  const proxy = createServer((asked, answer) => {
    const { pathname, search, port: wanted } = new URL(asked.url ?? "", "http://none");
    if (wanted !== String(port)) {
      refused.push(asked.url ?? "");
      answer.writeHead(403).end();
      return;
    }
    const { method, headers } = asked;
    const passed = request({ port, path: pathname + search, method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  proxy.on("connect", (asked, inner, head) => {
    if (!asked.url?.endsWith(`:${port}`)) {
      refused.push(asked.url ?? "");
      inner.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const outer = connect(port, "localhost", () => {
      inner.write("HTTP/1.1 200 OK\r\n\r\n");
      outer.write(head);
      outer.pipe(inner).pipe(outer);
    });
    for (const [one, other] of [[inner, outer], [outer, inner]] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    refused,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
