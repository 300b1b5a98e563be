import { holdCamera, sharedCamera } from "./sharedCamera";
import { fakeDevices } from "./testing";

beforeEach(() => {
  const { devices } = fakeDevices();
  Object.defineProperty(navigator, "mediaDevices", { value: devices, configurable: true });
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("the camera goes on when the next page takes hold in the same turn", async () => {
  const letGo = holdCamera();
  const camera = sharedCamera();
  await camera.open();
  letGo();
  const letGoToo = holdCamera();
  vi.runAllTimers();
  expect(camera.store.getState().video?.readyState).toBe("live");
  expect(sharedCamera()).toBe(camera);
  letGoToo();
  vi.runAllTimers();
});

test("its light goes out when nobody holds it, and the next page gets another", async () => {
  const letGo = holdCamera();
  const camera = sharedCamera();
  await camera.open({ picture: false });
  const { audio, video } = camera.store.getState();
  expect([audio?.readyState, video]).toEqual(["live", undefined]);
  letGo();
  vi.runAllTimers();
  expect(audio?.readyState).toBe("ended");
  expect(sharedCamera()).not.toBe(camera);
});
