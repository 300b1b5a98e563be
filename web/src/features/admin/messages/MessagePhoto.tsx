import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import type { Held } from "./api";
import { t } from "./texts";

type MessagePhotoProps = {
  message: Pick<Held, "photo" | "senderInfo"> & Partial<Pick<Held, "declared">>;
};

/** The photo of a message; of one that is sold what it costs and, while it waits, who is said to be seen in it. */
export function MessagePhoto({ message: { photo, declared, senderInfo } }: MessagePhotoProps) {
  if (photo === undefined) return null;
  const { card, full, width, height, price } = photo;
  return (
    <span className="block">
      <a href={full} target="_blank" rel="noreferrer" className="inline-block rounded-md">
        <img
          src={card}
          alt={t("Photo of {username}", { username: senderInfo.username })}
          width={width}
          height={height}
          className="h-40 w-auto max-w-full rounded-md bg-s2 object-contain"
        />
      </a>
      {price !== undefined && (
        <span className="block">
          {t("Sold for {price} tokens", { price: formatTokens(price) })}
        </span>
      )}
      {declared && (
        <span className="block text-fg2">
          {declared.onlyMe
            ? t("Only the sender is to be seen, confirmed {time}", {
                time: formatDateTime(declared.confirmedAt),
              })
            : t("Also to be seen: {names}. Confirmed {time}", {
                names: declared.others.join(", "),
                time: formatDateTime(declared.confirmedAt),
              })}
        </span>
      )}
    </span>
  );
}
