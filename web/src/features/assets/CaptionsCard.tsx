import { Captions, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { formatBytes } from "@/lib/format";
import { languageName } from "@/performers/places";
import type { OwnAsset } from "@/store/own";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { lazyPart } from "@/ui/lazyPart";
import { toast } from "@/ui/toast";
import { useRemoveCaptions } from "./api";
import { t } from "./texts";

type Caption = Schemas["AssetsCaption"];

const CaptionsDialog = lazyPart(() =>
  import("./CaptionsDialog").then((file) => file.CaptionsDialog),
);

/** What is said in a video, as text, by language. */
export function CaptionsCard({ asset }: { asset: OwnAsset }) {
  const { _id: id, captions = [] } = asset;
  const remove = useRemoveCaptions(id);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Caption>();
  return (
    <Card
      title={
        <>
          {t("Captions")} <span className="font-normal text-fg3">{t("optional")}</span>
        </>
      }
      aside={
        <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden />
          {t("Add captions")}
        </Button>
      }
    >
      {captions.length === 0 ? (
        <p className="text-label font-normal text-fg2">
          {t(
            "Text of what is said, for who cannot hear it or speaks another language. It may be changed at any time without a review.",
          )}
        </p>
      ) : (
        <ul aria-label={t("Captions")} className="grid gap-2">
          {captions.map((caption) => (
            <li
              key={caption._id}
              className="flex items-center gap-3 rounded-md border border-line bg-s2 py-1 pe-1 ps-3"
            >
              <Captions size={18} aria-hidden className="shrink-0 text-fg3" />
              <div className="min-w-0 flex-1">
                <p className="truncate text-label font-semibold">{nameOf(caption)}</p>
                <p className="text-caption text-fg3">
                  {caption.label !== caption.language && `${languageOf(caption)} · `}
                  {formatBytes(caption.size)}
                </p>
              </div>
              <IconButton
                label={t("Remove {name}", { name: nameOf(caption) })}
                onClick={() => setRemoved(caption)}
              >
                <Trash2 size={18} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <CaptionsDialog
          id={id}
          taken={captions.map(({ language }) => language)}
          onClose={() => setAdding(false)}
        />
      )}
      {removed && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(undefined)}
          title={t("Remove the captions in {language}?", { language: languageOf(removed) })}
          description={t("Who watches the video can no longer choose them.")}
          verb={t("Remove")}
          onConfirm={async () => {
            await remove.mutateAsync(removed._id);
            toast.success(t("The captions are removed."));
          }}
        />
      )}
    </Card>
  );
}

/** "pt-BR" → "Portuguese (BR)". */
export function languageOf({ language }: Pick<Caption, "language">): string {
  const [tongue = "", ...rest] = language.split("-");
  const name = languageName(tongue);
  return rest.length > 0 ? `${name} (${rest.join("-")})` : name;
}

// Without a name of its own the site calls it by its language's code.
function nameOf(caption: Caption): string {
  return caption.label === caption.language ? languageOf(caption) : caption.label;
}
