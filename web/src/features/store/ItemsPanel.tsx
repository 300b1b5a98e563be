import { ItemGrid } from "@/store/ItemGrid";
import { kindIcons } from "@/store/kindIcons";
import type { ItemType } from "@/store/kinds";
import { EmptyState } from "@/ui/States";
import { t } from "./texts";

type ItemsPanelProps = { type: ItemType; performer: { _id: string; name: string } };

/** What a performer sells of a kind, the newest first. */
export function ItemsPanel({ type, performer: { _id, name } }: ItemsPanelProps) {
  const Icon = kindIcons[type];
  return (
    <ItemGrid
      type={type}
      label={t("{type, select, gallery {Galleries} video {Videos} other {Products}} of {name}", {
        type,
        name,
      })}
      search={{ performerId: _id }}
      anonymous
      empty={
        <EmptyState
          title={t("No {type, select, gallery {galleries} video {videos} other {products}} now", {
            type,
          })}
          icon={<Icon aria-hidden />}
        >
          {t("{name} has taken them off sale.", { name })}
        </EmptyState>
      }
    />
  );
}
