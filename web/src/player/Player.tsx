import { createMediaStore } from "media-chrome/media-store/media-store";
import {
  MediaActionTypes as Act,
  MediaProvider,
  useMediaDispatch,
  useMediaSelector,
} from "media-chrome/react/media-store";
import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { cx } from "@/lib/cx";
import { formatDuration } from "@/lib/time";
import "./player.css";
import { Controls, Middle } from "./Controls";
import { KeysDialog } from "./KeysDialog";
import { kept } from "./kept";
import { doings, isForPlayer } from "./keys";
import { type Rights, withToken } from "./rights";
import { t } from "./texts";
import type { VideoPlayerProps } from "./types";
import { useCaptions } from "./useCaptions";
import { useEngine } from "./useEngine";
import { usePlayback } from "./usePlayback";
import { useShown } from "./useShown";
import { useVideo } from "./useVideo";
import { VideoTracks } from "./VideoTracks";
import { BigPlay, BrokenWords, FailedWords, LostWords, WaitingWords } from "./Words";

/** What VideoPlayer shows in its place. */
export function Player(props: VideoPlayerProps) {
  const { assetId, part, source, title, onLost } = props;
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback({
    assetId,
    part,
    source,
    isWatched: () => video.current?.paused === false,
    onLost,
  });
  const { state } = playback;
  return (
    <>
      {state.status === "asking" && <WaitingWords isReachable />}
      {state.status === "failed" && <FailedWords error={state.error} onRetry={playback.retry} />}
      {state.status === "lost" && <LostWords reason={state.reason} />}
      {state.status === "open" && (
        <OpenVideo
          video={video}
          rights={state.rights}
          title={title}
          onPlay={props.onPlay}
          autoPlay={props.autoPlay ?? false}
          keep={playback.keep}
        />
      )}
    </>
  );
}

type OpenVideoProps = {
  video: RefObject<HTMLVideoElement | null>;
  rights: Rights;
  title: string;
  onPlay: (() => void) | undefined;
  autoPlay: boolean;
  keep: (positionMs: number, keepalive: boolean) => void;
};

function OpenVideo(props: OpenVideoProps) {
  const [store] = useState(() =>
    createMediaStore({
      documentElement: document,
      // What is remembered goes through kept.ts.
      options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
    }),
  );
  return (
    <MediaProvider mediaStore={store}>
      <Video {...props} />
    </MediaProvider>
  );
}

function Video({ video: element, rights, title, onPlay, autoPlay, keep }: OpenVideoProps) {
  const frame = useRef<HTMLDivElement>(null);
  useOwners(element, frame);
  const video = useVideo(element);
  const engine = useEngine({ video: element, rights, autoPlay, keep });
  const [{ captions: list, posterUrl }] = useState(rights.playback);
  const captions = useCaptions(element, list);
  const { isShown, use, hide } = useShown(frame, video.paused);
  const hasPlayed = useHasPlayed(onPlay);
  const [said, say] = useSaid();
  const [listsKeys, setListsKeys] = useState(false);
  const isWaiting = useMediaSelector((state) => state.mediaLoading ?? false);

  useKeys(frame, (event) => {
    const answer = doings[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.({
      video,
      toggleCaptions: () =>
        list.length === 0 ? undefined : captions.toggle() ? t("Captions on") : t("Captions off"),
      showKeys: () => setListsKeys(true),
    });
    use();
    if (typeof answer === "string") say(answer);
  });

  function press({ pointerType, button }: PointerEvent) {
    if (button !== 0) return;
    if (pointerType === "mouse") video.togglePlay();
    else if (isShown && !video.paused) hide();
    else use();
  }

  const stalls = isWaiting && !video.paused;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no player.
    <div
      ref={frame}
      role="group"
      aria-label={title}
      className={cx("video-frame absolute inset-0 bg-black", !isShown && "cursor-none")}
      data-controls={isShown || undefined}
      onPointerMove={({ pointerType }) => pointerType === "mouse" && use()}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && !video.paused && hide()}
      onFocus={use}
      onKeyDown={use}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: VideoTracks has those that there are. */}
      <video
        ref={element}
        playsInline
        preload="auto"
        poster={posterUrl}
        className="size-full object-contain"
        onPointerUp={press}
        onDoubleClick={() => video.can.fill && video.toggleFull()}
      >
        <VideoTracks video={element} rights={rights} />
      </video>
      {(stalls || !engine.isReachable) && !engine.broken && (
        <WaitingWords isReachable={engine.isReachable} />
      )}
      {!hasPlayed && !engine.broken && !stalls && <BigPlay onPlay={video.togglePlay} />}
      <Middle video={video} isShown={isShown && !stalls} onSaid={say} />
      <Resumed from={engine.begun} onRestart={() => video.seek(0)} hasPlayed={hasPlayed} />
      <p
        role="status"
        className={cx(
          "pointer-events-none absolute top-4 left-1/2 z-10 -translate-x-1/2 rounded-full bg-black/70 px-4 py-1.5 text-label font-semibold",
          said === "" && "sr-only",
        )}
      >
        {said}
      </p>
      <Controls
        video={video}
        sizes={engine.sizes}
        captions={captions}
        isShown={isShown}
        addressNow={(address) => withToken(address, rights.playback)}
        onKeys={() => setListsKeys(true)}
      />
      {engine.broken && <BrokenWords why={engine.broken} onRetry={engine.retry} />}
      <KeysDialog open={listsKeys} onClose={() => setListsKeys(false)} />
    </div>
  );
}

/** Tells the store of media-chrome which elements it is about, and the video what was chosen last. */
function useOwners(
  video: RefObject<HTMLVideoElement | null>,
  frame: RefObject<HTMLDivElement | null>,
) {
  const dispatch = useMediaDispatch();
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.volume = kept.volume;
    element.muted = kept.muted;
    element.defaultPlaybackRate = kept.speed; // each new source begins with it
    element.playbackRate = kept.speed;
    dispatch({ type: Act.MEDIA_ELEMENT_CHANGE_REQUEST, detail: element });
    dispatch({ type: Act.FULLSCREEN_ELEMENT_CHANGE_REQUEST, detail: frame.current });
    return () => {
      dispatch({ type: Act.MEDIA_ELEMENT_CHANGE_REQUEST, detail: undefined });
      dispatch({ type: Act.FULLSCREEN_ELEMENT_CHANGE_REQUEST, detail: undefined });
    };
  }, [video, frame, dispatch]);
}

function useHasPlayed(onPlay: (() => void) | undefined): boolean {
  const hasPlayed = useMediaSelector((state) => state.mediaHasPlayed ?? false);
  const [was, setWas] = useState(false);
  if (hasPlayed && !was) setWas(true); // a new source would begin anew
  const tell = useEffectEvent(() => onPlay?.());
  useEffect(() => {
    if (was) tell();
  }, [was]);
  return was;
}

/** What was done is said for a moment. */
function useSaid() {
  const [said, setSaid] = useState({ words: "", times: 0 });
  useEffect(() => {
    if (said.words === "") return;
    const timer = setTimeout(() => setSaid({ words: "", times: 0 }), 900);
    return () => clearTimeout(timer);
  }, [said]);
  const say = (words: string) => setSaid(({ times }) => ({ words, times: times + 1 }));
  return [said.words, say] as const;
}

function useKeys(frame: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const known = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (frame.current === null || doings[known] === undefined) return;
    if (!isForPlayer(event, frame.current)) return;
    event.preventDefault();
    onKey(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** How long the way back to the beginning is offered, in milliseconds. */
const offer = 8000;

type ResumedProps = { from: number; hasPlayed: boolean; onRestart: () => void };

function Resumed({ from, hasPlayed, onRestart }: ResumedProps) {
  const [isOver, setIsOver] = useState(from === 0);
  useEffect(() => {
    if (isOver || !hasPlayed) return;
    const timer = setTimeout(() => setIsOver(true), offer);
    return () => clearTimeout(timer);
  }, [isOver, hasPlayed]);
  if (isOver) return null;
  return (
    <p className="absolute top-2 start-2 z-10 flex items-center gap-1 rounded-md bg-black/70 ps-3 text-caption">
      <span role="status">{t("Goes on at {time}", { time: formatDuration(from * 1000) })}</span>
      <button
        type="button"
        className="min-h-11 rounded-md px-3 font-semibold underline-offset-2 hover:underline"
        onClick={() => {
          onRestart();
          setIsOver(true);
        }}
      >
        {t("From the beginning")}
      </button>
    </p>
  );
}
