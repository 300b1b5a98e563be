import type { Boot } from "@/settings/boot";
import { receive as connect, type Receive, type ReceiveEvents } from "./receive";

/** What is read of the page's boot data, and as little of the app as that needs. */
type Opened = Pick<Boot, "show" | "settings" | "session">;

/** So long a connection that the page began waits for the app, in milliseconds: a slow line is slow. */
const timeout = 30_000;

declare global {
  interface Window {
    /** The media client of a page that was opened on a live room. */
    receive?: Receive;
  }
}

let begun = begin();

/** Receives what a page was opened for over the connection that it began, and everything else anew. */
window.receive = (address, events) => {
  const mine = begun?.token === address.token ? begun : undefined;
  begun = undefined;
  return mine?.take(events) ?? connect(address, events);
};

/**
 * A live room that is opened by its address is watched from here, before the app is loaded: this script
 * is written into such a page (internal/site/page.go), and what its boot data says is enough. It is no
 * module of the app, which finds the client that is already here on the window (receiveLazily.ts).
 */
function begin() {
  const written = document.getElementById("boot")?.textContent;
  const { show, settings, session }: Opened = written ? JSON.parse(written) : {};
  const address = show?.play?.prefer === "webrtc" ? show.play.webrtc : undefined;
  if (address === undefined || performance.now() > timeout) return undefined;
  // Whoever has still to say that they are of age sees nothing before they are asked (app/Adults.tsx).
  const isAsked = settings?.enablePopup18Plus !== false && session?.role !== "admin";
  const mayLook = !isAsked || document.documentElement.dataset.adult === "yes";
  const layer = makeLayer();
  let listener: ReceiveEvents | undefined;
  let isClosed = false;
  const told: { [Event in keyof ReceiveEvents]?: () => void } = {};

  /** Tells whoever listens now, and whoever will. */
  function tell(event: keyof ReceiveEvents, say: (to: ReceiveEvents) => void) {
    if (listener) return say(listener);
    told[event] = () => listener && say(listener);
  }

  const connection = connect(address, {
    onPicture(picture) {
      if (listener === undefined && mayLook) layer.show(picture);
      const shown = picture && {
        ...picture,
        attach(element: HTMLVideoElement) {
          picture.attach(element);
          element.addEventListener("playing", () => layer.show(undefined), { once: true });
        },
      };
      tell("onPicture", (to) => to.onPicture(shown));
      if (shown === undefined) layer.show(undefined);
    },
    onSound: (sound) => tell("onSound", (to) => to.onSound(sound)),
    onCameraOff: (isOff) => tell("onCameraOff", (to) => to.onCameraOff(isOff)),
    onMending: (mending) => tell("onMending", (to) => to.onMending(mending)),
    onUnplayable: () => tell("onUnplayable", (to) => to.onUnplayable?.()),
    onClosed(why) {
      isClosed = true;
      layer.show(undefined);
      listener?.onClosed(why);
    },
  });
  const timer = setTimeout(() => {
    begun = undefined;
    layer.show(undefined);
    connection.then(
      ({ close }) => close(),
      () => {},
    );
  }, timeout);
  connection.catch(() => {}); // who takes it over is told

  return {
    token: address.token,
    /** Undefined when it is over already. */
    take(events: ReceiveEvents) {
      clearTimeout(timer);
      if (isClosed) return undefined;
      listener = events;
      for (const say of Object.values(told)) say();
      return connection.then((open) => ({
        close() {
          layer.show(undefined);
          open.close();
        },
      }));
    },
  };
}

/**
 * Her picture over the stage that the server has drawn, until the app's own player shows it: it lies
 * beside the app, which replaces what was drawn.
 */
function makeLayer() {
  let video: HTMLVideoElement | undefined;
  let shown: Parameters<ReceiveEvents["onPicture"]>[0];
  return {
    show(picture: typeof shown) {
      if (video) {
        shown?.detach(video);
        video.remove();
        video = undefined;
      }
      shown = picture;
      const stages = [...document.querySelectorAll<HTMLElement>("[data-stage]")];
      const stage = stages.find((one) => one.clientWidth > 0);
      if (picture === undefined || stage === undefined) return;
      video = document.createElement("video");
      video.ariaHidden = "true";
      const { left, top, width, height } = stage.getBoundingClientRect();
      Object.assign(video.style, {
        position: "absolute",
        left: `${left + scrollX}px`,
        top: `${top + scrollY}px`,
        width: `${width}px`,
        height: `${height}px`,
        objectFit: stage.dataset.stage,
      });
      document.body.append(video);
      picture.attach(video);
    },
  };
}
