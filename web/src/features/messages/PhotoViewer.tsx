import { useEffect, useEffectEvent, useMemo } from "react";
import type { Chat } from "@/chat/store";
import { useChatState } from "@/chat/useChat";
import { formatDateTime } from "@/lib/time";
import type { Message } from "@/realtime/events";
import { slideOf } from "@/store/slides";
import { Viewer } from "@/store/Viewer";
import { t } from "./texts";

type PhotoViewerProps = {
  chat: Chat;
  name: string;
  /** The message whose photo is shown. */
  shown: string;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** The photos of a conversation on the whole screen, as far as they are in its page. One that is deleted goes. */
export function PhotoViewer({ chat, name, shown, onShow, onClose }: PhotoViewerProps) {
  const { lines } = useChatState(chat);
  const photos = lines.flatMap(({ state, message }) =>
    state === "sent" && hasPicture(message) ? [message] : [],
  );
  const ids = photos.map(({ _id }) => _id).join();
  // The same ones as long as no photo comes or goes: others would begin anew in the viewer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which they are.
  const slides = useMemo(() => photos.map(asSlide), [ids]);
  const at = photos.findIndex(({ _id }) => _id === shown);
  const isGone = at === -1;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  if (isGone) return null;
  return (
    <Viewer
      title={t("Photos of the conversation with {name}", { name })}
      slides={slides}
      total={slides.length}
      index={at}
      onClose={onClose}
      onView={(index) => {
        const seen = photos[index];
        if (seen) onShow(seen._id);
      }}
    />
  );
}

const hasPicture = ({ photo, isDeleted }: Message) => !isDeleted && photo?.full !== undefined;

function asSlide({ photo, senderInfo, createdAt }: Message) {
  const { width = 0, height = 0, card = "", page = "", full = "" } = photo ?? {};
  const alt = t("Photo of {username}, {time}", {
    username: senderInfo.username,
    time: formatDateTime(createdAt),
  });
  return slideOf({ urls: { card, page, full }, width, height }, alt);
}
