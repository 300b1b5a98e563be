import { ImageOff, Tag, X } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { formatTokens } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { toast } from "@/ui/toast";
import {
  choose,
  chosenFor,
  forgetPhoto,
  type OutgoingPhoto,
  outgoing,
  sellChosen,
} from "./outgoing";
import { t } from "./texts";

const SellDialog = lazyPart(() => import("./SellDialog").then((file) => file.SellDialog));

type ChosenPhotosProps = {
  draft: string;
  /** To whom they may be sold; nobody, where undefined. */
  buyer: string | undefined;
};

/** What was chosen for a conversation, above its field, until it is sent. */
export function ChosenPhotos({ draft, buyer }: ChosenPhotosProps) {
  const [selling, setSelling] = useState(false);
  const photos = useStore(outgoing);
  const chosen = chosenFor(photos, draft);
  if (chosen.length === 0) return null;

  function remove({ id, file }: OutgoingPhoto) {
    forgetPhoto(id);
    toast.info(t("The photo will not be sent."), {
      id: `photo-${id}`,
      action: { label: t("Undo"), onClick: () => choose(draft, [file]) },
    });
  }

  const price = chosen.find(({ sale }) => sale)?.sale?.price;
  const list = (
    <ul aria-label={t("Photos to send")} className="noscroll mb-2 flex gap-2 overflow-x-auto p-0.5">
      {chosen.map((photo, index) => (
        <li key={photo.id} className="relative size-24 shrink-0 overflow-hidden rounded-md bg-s3">
          <Thumbnail photo={photo} />
          <span className="absolute top-1 end-1">
            <IconButton
              label={t("Remove photo {number}", { number: index + 1 })}
              variant="overlay"
              size="sm"
              onClick={() => remove(photo)}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  );
  if (buyer === undefined) return list;
  return (
    <>
      {list}
      <div className="mb-2">
        {price === undefined ? (
          <Button size="sm" onClick={() => setSelling(true)}>
            <Tag size={15} aria-hidden />
            {t("Set a price")}
          </Button>
        ) : (
          <Button size="sm" variant="gold" onClick={() => sellChosen(draft, undefined)}>
            {t("{price} tokens each. Give them for free", { price: formatTokens(price) })}
          </Button>
        )}
      </div>
      {selling && (
        <SellDialog
          name={buyer}
          onSell={(sale) => sellChosen(draft, sale)}
          onClose={() => setSelling(false)}
        />
      )}
    </>
  );
}

function Thumbnail({ photo: { url, file } }: { photo: OutgoingPhoto }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <span className="grid size-full place-items-center content-center gap-1 p-2 text-fg3">
        <ImageOff size={20} aria-hidden />
        <span className="w-full truncate text-center text-micro">{file.name}</span>
      </span>
    );
  }
  return (
    <img
      src={url}
      alt={file.name}
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  );
}
