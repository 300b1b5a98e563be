import { tombstone } from "@/chat/lines";
import { cx } from "@/lib/cx";
import type { Message } from "@/realtime/events";
import { PhotoWord } from "./PhotoWord";

type Quote = NonNullable<Message["replyTo"]>;
type QuoteCardProps = {
  quote: Quote;
  /** In a line of one's own, which has the operator's colour. */
  onBrand: boolean;
  onShow: (id: string) => void;
};

/** The line that another one answers; a press brings it into sight. */
export function QuoteCard({ quote, onBrand, onShow }: QuoteCardProps) {
  const { _id, type, username, text, isDeleted } = quote;
  const isPhoto = type === "photo";
  const isThere = !isDeleted && (text !== "" || isPhoto);
  return (
    <button
      type="button"
      disabled={!isThere}
      onClick={() => onShow(_id)}
      className={cx(
        "mb-1.5 block w-full min-w-0 rounded-sm border-s-2 px-2.5 py-1.5 text-start text-caption",
        onBrand ? "border-on-brand/60 bg-black/20" : "border-brand-ink bg-s3",
      )}
    >
      <b className="block truncate font-semibold">{username}</b>
      <span className="line-clamp-2 opacity-90">
        {isDeleted ? <i>{tombstone()}</i> : isPhoto ? <PhotoWord /> : text || "…"}
      </span>
    </button>
  );
}
