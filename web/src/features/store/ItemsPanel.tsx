import { ItemGrid } from "@/store/ItemGrid";
import { kindIcons } from "@/store/kindIcons";
import { type ItemType, wordsOf } from "@/store/kinds";
import { EmptyState } from "@/ui/States";

type ItemsPanelProps = { type: ItemType; performer: { _id: string; name: string } };

/** What a performer sells of a kind, the newest first. */
export function ItemsPanel({ type, performer: { _id, name } }: ItemsPanelProps) {
  const { place, many } = wordsOf[type];
  const Icon = kindIcons[type];
  return (
    <ItemGrid
      type={type}
      label={`${many} of ${name}`}
      search={{ performerId: _id }}
      anonymous
      empty={
        <EmptyState title={`No ${place} now`} icon={<Icon aria-hidden />}>
          {name} has taken them off sale.
        </EmptyState>
      }
    />
  );
}
