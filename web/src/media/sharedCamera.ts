import { type Camera, createCamera } from "./camera";
import { browserDevices } from "./capture";
import { rememberChoice, rememberedChoice } from "./choice";

let camera: Camera | undefined;
let holders = 0;

/**
 * The one camera of this page. It goes on through a change of pages when the next
 * one holds it too, so that her picture is the same before a private show and in it.
 */
export function sharedCamera(): Camera {
  camera ??= createCamera({
    devices: browserDevices(),
    choice: rememberedChoice(),
    remember: rememberChoice,
  });
  return camera;
}

/** Keeps the shared camera from closing until the returned function is called. */
export function holdCamera(): () => void {
  holders++;
  return () => {
    holders--;
    // The page that comes next takes hold in the same turn as this one lets go.
    setTimeout(() => {
      if (holders > 0) return;
      camera?.close();
      camera = undefined;
    });
  };
}
