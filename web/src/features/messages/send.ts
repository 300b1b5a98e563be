import { api, unwrap } from "@/api/client";
import { ApiError, texts } from "@/api/errors";
import { upload } from "@/api/upload";
import { type Say, soon } from "@/chat/api";
import type { Message } from "@/realtime/events";
import { type OutgoingPhoto, outgoing, update } from "./outgoing";

/** Of a photo of which nothing more is sent, and of the server's work on it, in milliseconds. */
const maxStill = 60_000;

const running = new Map<string, AbortController>();

/** Says a line in a conversation of two: a text, or a photo that was chosen here. */
export const sayDirect: Say = async (id, { text, clientId, replyTo, token }) => {
  const photo = outgoing.getState().get(clientId);
  if (photo) return sendPhoto(id, photo, replyTo?._id, token);
  const price = token === undefined ? {} : { price: token };
  const body = { text, clientId, ...(replyTo && { replyTo: replyTo._id }), ...price };
  // What is left in the wallet is told to all devices, also to this one.
  const { balance: _, ...message } = await unwrap(
    api.POST("/messages/conversations/{id}", { params: { path: { id } }, body, signal: soon() }),
  );
  return message;
};

/** Stops a photo on its way. */
export function stopPhoto(id: string) {
  running.get(id)?.abort();
}

async function sendPhoto(
  conversationId: string,
  { id, file, sale }: OutgoingPhoto,
  replyTo: string | undefined,
  token: number | undefined,
): Promise<Message> {
  const form = new FormData();
  form.set("conversationId", conversationId);
  form.set("clientId", id);
  if (replyTo) form.set("replyTo", replyTo);
  const price = sale?.price ?? token;
  if (price !== undefined) form.set("price", String(price));
  if (sale) form.set("consents", JSON.stringify(sale.consents));
  form.set("file", file);
  const control = new AbortController();
  running.set(id, control);
  const watch = watchStill(() => control.abort("still"));
  try {
    const { balance: _, ...message } = await upload("/messages/private/file", form, {
      signal: control.signal,
      onProgress: (share) => {
        watch.again();
        update(id, { share });
      },
    });
    return message;
  } catch (error) {
    update(id, { share: 0 });
    throw control.signal.reason === "still" ? new ApiError(0, texts.unreachable()) : error;
  } finally {
    watch.stop();
    running.delete(id);
  }
}

function watchStill(onStill: () => void) {
  let timer = setTimeout(onStill, maxStill);
  const stop = () => clearTimeout(timer);
  return {
    stop,
    again() {
      stop();
      timer = setTimeout(onStill, maxStill);
    },
  };
}
