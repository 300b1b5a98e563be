type ToastOptions = {
  /** How long it stays, in milliseconds. */
  duration?: number;
  /** The same id replaces what is shown instead of adding to it. */
  id?: string;
  /** A button in it, such as Undo. */
  action?: { label: string; onClick: () => void };
  /** A second, quieter button. */
  cancel?: { label: string; onClick: () => void };
};

/** Short messages above the page. Everything that a person must act on belongs in the page instead. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  info: (text: string, options?: ToastOptions) => show("message", text, options),
  dismiss: async (id: string) => {
    const sonner = await import("sonner");
    sonner.toast.dismiss(id);
  },
};

let arrive: () => void;
const here = new Promise<void>((resolve) => {
  arrive = resolve;
});

/** Told by the Toaster when it can show something. */
export function toasterIsHere() {
  arrive();
}

async function show(kind: "success" | "error" | "message", text: string, options?: ToastOptions) {
  await here;
  const sonner = await import("sonner");
  sonner.toast[kind](text, options);
}
