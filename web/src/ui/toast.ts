import type { toast as Shown } from "sonner";
import { raiseToasts } from "./topLayer";

type Choice = {
  label: string;
  /** The toast closes at the press; one that answers true stays until it is replaced or dismissed. */
  onClick: () => unknown;
};

type ToastOptions = {
  /** How long it stays, in milliseconds. */
  duration?: number;
  /** The same id replaces what is shown instead of adding to it. */
  id?: string;
  /** A button in it, such as Undo. */
  action?: Choice;
  /** A second, quieter button. */
  cancel?: Choice;
};

/** Short messages above the page. Everything that a person must act on belongs in the page instead. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  info: (text: string, options?: ToastOptions) => show("message", text, options),
  /** Something is under way; replace it by its id. */
  wait: (text: string, options: ToastOptions & { id: string }) => show("loading", text, options),
  dismiss: async (id: string) => {
    const shown = await here;
    shown.dismiss(id);
  },
};

let arrive: (shown: typeof Shown) => void;
const here = new Promise<typeof Shown>((resolve) => {
  arrive = resolve;
});

/** Told by the Toaster when it can show something: it brings its library, which nobody else loads. */
export function toasterIsHere(shown: typeof Shown) {
  arrive(shown);
}

/** How long one stays that names no time, in milliseconds. */
const usual = 4_000;

type Kind = "success" | "error" | "message" | "loading";

async function show(kind: Kind, text: string, { action, cancel, ...rest }: ToastOptions = {}) {
  const shown = await here;
  raiseToasts();
  // What replaces a toast would keep the buttons and the time of the one before.
  const buttons = { action: buttonOf(action), cancel: buttonOf(cancel) };
  shown[kind](text, { duration: kind === "loading" ? Infinity : usual, ...rest, ...buttons });
}

function buttonOf(choice: Choice | undefined) {
  if (choice === undefined) return undefined;
  const { label, onClick } = choice;
  return {
    label,
    onClick: (event: { preventDefault(): void }) => {
      if (onClick() === true) event.preventDefault();
    },
  };
}
