import { createStore } from "zustand/vanilla";
import { createTask } from "@/lib/task";
import {
  audioConstraints,
  type Device,
  type Devices,
  listed,
  open,
  type Trouble,
  troubleOf,
  videoConstraints,
} from "./capture";
import type { Choice } from "./choice";

export type CameraState = {
  choice: Choice;
  cameras: readonly Device[];
  microphones: readonly Device[];
  /** What is captured now. */
  video: MediaStreamTrack | undefined;
  audio: MediaStreamTrack | undefined;
  isOpening: boolean;
  isCameraOn: boolean;
  isMicrophoneOn: boolean;
  /** The device gives nothing for now: a call or another app has it. */
  isVideoHeld: boolean;
  isAudioHeld: boolean;
  videoTrouble: Trouble | undefined;
  audioTrouble: Trouble | undefined;
  /** The back camera of a phone is not shown mirrored. */
  isMirrored: boolean;
};

export type CameraSeams = {
  devices: Devices | undefined;
  choice: Choice;
  remember(choice: Choice): void;
};

/** Whether a device is still the one that was asked for, by kind. */
type Asked = { video?: () => boolean; audio?: () => boolean };

/**
 * The performer's camera and microphone, the only owner of their tracks: whoever
 * shows or publishes them follows the store. Nothing is asked for before `open`;
 * `close` ends everything, so that the camera's light goes out.
 */
export function createCamera({ devices, choice, remember }: CameraSeams) {
  const store = createStore<CameraState>(() => ({
    choice,
    cameras: [],
    microphones: [],
    video: undefined,
    audio: undefined,
    isOpening: false,
    isCameraOn: true,
    isMicrophoneOn: true,
    isVideoHeld: false,
    isAudioHeld: false,
    videoTrouble: undefined,
    audioTrouble: undefined,
    isMirrored: true,
  }));
  let facing: "user" | "environment" | undefined;
  // A device that opens after the performer has asked for another one is let go.
  const tasks = { video: createTask(), audio: createTask() };
  const { getState, setState } = store;

  /** Asks for both devices at once, so that the browser asks the person once. */
  async function openAll(picture: boolean) {
    if (devices === undefined) {
      setState({ videoTrouble: "insecure", audioTrouble: "insecure" });
      return;
    }
    const asked = { video: tasks.video.begin(), audio: tasks.audio.begin() };
    const { choice } = getState();
    const wanted = {
      ...(picture && { video: videoConstraints(choice, facing) }),
      audio: audioConstraints(choice),
    };
    setState({ isOpening: true });
    try {
      for (const track of await open(devices, wanted)) keep(track, asked);
    } catch {
      // One of the two may still be had.
      if (picture) await openVideo();
      await openAudio();
    }
    await refresh();
    setState({ isOpening: false });
  }

  async function openVideo() {
    getState().video?.stop();
    setState({ video: undefined });
    const wanted = { video: videoConstraints(getState().choice, facing) };
    await openOne(wanted, { video: tasks.video.begin() }, "videoTrouble");
  }

  async function openAudio() {
    getState().audio?.stop();
    setState({ audio: undefined });
    const wanted = { audio: audioConstraints(getState().choice) };
    await openOne(wanted, { audio: tasks.audio.begin() }, "audioTrouble");
  }

  async function openOne(
    wanted: MediaStreamConstraints,
    asked: Asked,
    trouble: "videoTrouble" | "audioTrouble",
  ) {
    if (devices === undefined) return;
    try {
      for (const track of await open(devices, wanted)) keep(track, asked);
    } catch (error) {
      setState({ [trouble]: troubleOf(error) });
    }
  }

  function keep(track: MediaStreamTrack, asked: Asked) {
    const kind = track.kind === "video" ? "video" : "audio";
    if (!asked[kind]?.()) track.stop();
    else if (kind === "video") keepVideo(track);
    else keepAudio(track);
  }

  function keepVideo(video: MediaStreamTrack) {
    video.onended = () => setState({ video: undefined, videoTrouble: "lost" });
    video.onmute = () => setState({ isVideoHeld: true });
    video.onunmute = () => setState({ isVideoHeld: false });
    const towards = video.getSettings().facingMode ?? facing;
    setState({
      video,
      videoTrouble: undefined,
      isVideoHeld: video.muted === true,
      isMirrored: towards !== "environment",
    });
  }

  function keepAudio(audio: MediaStreamTrack) {
    audio.onended = () => setState({ audio: undefined, audioTrouble: "lost" });
    audio.onmute = () => setState({ isAudioHeld: true });
    audio.onunmute = () => setState({ isAudioHeld: false });
    audio.enabled = getState().isMicrophoneOn;
    setState({ audio, audioTrouble: undefined, isAudioHeld: audio.muted === true });
  }

  async function refresh() {
    if (devices === undefined) return;
    const [cameras, microphones] = await Promise.all([
      listed(devices, "videoinput"),
      listed(devices, "audioinput"),
    ]);
    setState({ cameras, microphones });
  }

  /** Changes the choice and reopens what it concerns. */
  async function choose(change: Partial<Choice>) {
    const before = getState().choice;
    const choice = { ...before, ...change };
    setState({ choice });
    remember(choice);
    const video = choice.cameraId !== before.cameraId || choice.height !== before.height;
    if (choice.cameraId !== before.cameraId) facing = undefined;
    if (video && getState().isCameraOn) await openVideo();
    if (!video) await openAudio();
  }

  /** The other side of a phone. */
  async function flip() {
    facing = getState().isMirrored ? "environment" : "user";
    await openVideo();
  }

  /** Off really is off: the track ends and the light goes out. */
  async function setCameraOn(on: boolean) {
    setState({ isCameraOn: on });
    if (on) await openVideo();
    else endVideo();
  }

  function setMicrophoneOn(on: boolean) {
    const { audio } = getState();
    if (audio !== undefined) audio.enabled = on;
    setState({ isMicrophoneOn: on });
  }

  function endVideo() {
    tasks.video.end();
    getState().video?.stop();
    setState({ video: undefined, videoTrouble: undefined, isVideoHeld: false });
  }

  /** Opens the devices; without the picture only the microphone. */
  async function start({ picture = true }: { picture?: boolean } = {}) {
    devices?.addEventListener("devicechange", refresh);
    if (!picture) endVideo();
    setState({ isCameraOn: picture });
    await openAll(picture);
  }

  function close() {
    devices?.removeEventListener("devicechange", refresh);
    endVideo();
    tasks.audio.end();
    getState().audio?.stop();
    setState({
      audio: undefined,
      audioTrouble: undefined,
      isOpening: false,
      isCameraOn: true,
      isMicrophoneOn: true,
    });
  }

  return {
    store,
    open: start,
    openMicrophone: openAudio,
    close,
    choose,
    flip,
    setCameraOn,
    setMicrophoneOn,
  };
}

export type Camera = ReturnType<typeof createCamera>;
