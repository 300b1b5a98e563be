import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, idempotencyKey, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { apiQuery } from "@/api/queries";
import type { Chat } from "@/chat/store";
import type { TipPanel, TopUp } from "@/declared/slots";
import type { Message } from "@/realtime/events";

/** How something is paid in a conversation, as far as this site has it. */
export type PayWays = TopUp & { tipPanel: TipPanel };

/** What I ask of members for a message. */
export const messagePrice = () => apiQuery(["message-price"], "/performers/me/message-price");

export const setMessagePrice = (price: number) =>
  unwrap(api.PUT("/performers/me/message-price", { body: { price } }));

/** Opens a photo for the price that was shown. One question is one intention: asked again it pays once. */
export function useUnlock(chat: Chat, message: Message) {
  const [key] = useState(idempotencyKey);
  return useMutation({
    mutationFn: (price: number) =>
      once(message._id, price, key).catch((error) => {
        if (!(error instanceof ApiError && error.status === 0)) throw error;
        return once(message._id, price, key);
      }),
    onSuccess: ({ balance: _, ...opened }) => showChanged(chat, opened),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== "price_changed") return;
      const { photo } = message;
      if (photo && error.price !== undefined)
        showChanged(chat, { ...message, photo: { ...photo, price: error.price } });
    },
  });
}

function once(id: string, price: number, key: string) {
  return unwrap(
    api.POST("/messages/photos/{id}/unlock", {
      params: { path: { id }, header: { "Idempotency-Key": key } },
      body: { price },
    }),
  );
}

/** A message stands differently now, such as a photo that is paid for. */
export function showChanged(chat: Chat, changed: Message) {
  chat.now((lines) =>
    lines.map((line) =>
      line.state === "sent" && line.message._id === changed._id && !line.message.isDeleted
        ? { ...line, message: { ...line.message, ...changed } }
        : line,
    ),
  );
}
