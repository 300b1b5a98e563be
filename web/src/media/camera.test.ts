import { createCamera } from "./camera";
import { type Choice, rememberChoice, rememberedChoice } from "./choice";
import { fakeDevices } from "./testing";

function setup(refusals = {}, choice: Partial<Choice> = {}) {
  const world = fakeDevices(refusals);
  const camera = createCamera({
    devices: world.devices,
    choice: { ...rememberedChoice(), ...choice },
    remember: rememberChoice,
  });
  return { ...world, camera, state: camera.store.getState };
}

test("nothing is asked for before it is opened", () => {
  expect(setup().asked).toEqual([]);
});

test("camera and microphone are asked for at once, and named", async () => {
  const { camera, asked, state } = setup();
  await camera.open();
  expect(asked).toHaveLength(1);
  expect(state().video?.getSettings().deviceId).toBe("front");
  expect(state().audio?.getSettings().deviceId).toBe("desk");
  expect(state().cameras.map(({ label }) => label)).toEqual(["Front camera", "Back camera"]);
});

test("another camera takes the place of the first, and is remembered", async () => {
  const { camera, state, opened } = setup();
  await camera.open();
  await camera.choose({ cameraId: "back" });
  expect(state().video?.getSettings().deviceId).toBe("back");
  expect(opened[0]?.readyState).toBe("ended");
  expect(rememberedChoice().cameraId).toBe("back");
});

test("sound processing reopens the microphone only", async () => {
  const { camera, asked, state } = setup();
  await camera.open();
  const { video } = state();
  await camera.choose({ noiseSuppression: false });
  expect(asked.at(-1)).toMatchObject({ audio: { noiseSuppression: false } });
  expect(asked.at(-1)?.video).toBeUndefined();
  expect(state().video).toBe(video);
});

test.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "none"],
  ["NotReadableError", "busy"],
])("a camera that answers %s is %s", async (name, trouble) => {
  const { camera, state } = setup({ video: name });
  await camera.open();
  expect(state().videoTrouble).toBe(trouble);
  expect(state().video).toBeUndefined();
});

test("a show may go on without a microphone", async () => {
  const { camera, state } = setup({ audio: "NotFoundError" });
  await camera.open();
  expect(state().video).toBeDefined();
  expect(state().audioTrouble).toBe("none");
});

test("a mended camera is opened on the next try", async () => {
  const { camera, state, refusals } = setup({ video: "NotReadableError" });
  await camera.open();
  delete refusals.video;
  await camera.open();
  expect(state().video).toBeDefined();
  expect(state().videoTrouble).toBeUndefined();
});

test("switched off, the camera's light goes out; muted, the microphone stays open", async () => {
  const { camera, state } = setup();
  await camera.open();
  const { video, audio } = state();
  await camera.setCameraOn(false);
  camera.setMicrophoneOn(false);
  expect(video?.readyState).toBe("ended");
  expect(audio?.readyState).toBe("live");
  expect(audio?.enabled).toBe(false);
  await camera.setCameraOn(true);
  expect(state().video?.readyState).toBe("live");
});

test("a device that is pulled out is told of", async () => {
  const { camera, state } = setup();
  await camera.open();
  state().video?.onended?.(new Event("ended"));
  expect(state().videoTrouble).toBe("lost");
});

test("a camera that opens after the page was left is let go", async () => {
  const { camera, opened, state } = setup();
  const opening = camera.open();
  camera.close();
  await opening;
  expect(opened.map(({ readyState }) => readyState)).toEqual(["ended", "ended"]);
  expect(state().video).toBeUndefined();
});

test("without https there are no devices", async () => {
  const camera = createCamera({
    devices: undefined,
    choice: rememberedChoice(),
    remember: () => {},
  });
  await camera.open();
  expect(camera.store.getState().videoTrouble).toBe("insecure");
});

test("a broken memory is the usual choice", () => {
  localStorage.setItem("broadcast.choice", '{"height": 4000}');
  expect(rememberedChoice().height).toBe(720);
  localStorage.setItem("broadcast.choice", "{");
  expect(rememberedChoice().height).toBe(720);
});
