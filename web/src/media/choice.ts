import * as z from "zod/mini";
import { onDevice } from "@/lib/storage";

/** Picture heights to choose from, in pixels. */
export const heights = [360, 720, 1080] as const;

const choice = z.object({
  cameraId: z.string(),
  microphoneId: z.string(),
  height: z.union([z.literal(360), z.literal(720), z.literal(1080)]),
  echoCancellation: z.boolean(),
  noiseSuppression: z.boolean(),
  autoGainControl: z.boolean(),
});

/** What the performer broadcasts with; an empty id is the browser's default device. */
export type Choice = z.output<typeof choice>;
export type Height = Choice["height"];

const usual: Choice = {
  cameraId: "",
  microphoneId: "",
  height: 720,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

const key = "broadcast.choice";

/** The choice made last on this device. */
export function rememberedChoice(): Choice {
  try {
    const kept: unknown = JSON.parse(onDevice.get(key) ?? "{}");
    const read = z.safeParse(z.partial(choice), kept);
    return read.success ? { ...usual, ...present(read.data) } : usual;
  } catch {
    return usual;
  }
}

export function rememberChoice(made: Choice) {
  onDevice.set(key, JSON.stringify(made));
}

function present(read: { [K in keyof Choice]?: Choice[K] | undefined }): Partial<Choice> {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
