import { Images } from "lucide-react";
import { GalleryGrid } from "@/store/GalleryGrid";
import { EmptyState } from "@/ui/States";

type GalleriesPanelProps = { performer: { _id: string; name: string } };

/** What a performer sells of galleries, the newest first. */
export function GalleriesPanel({ performer: { _id, name } }: GalleriesPanelProps) {
  return (
    <GalleryGrid
      label={`Galleries of ${name}`}
      search={{ performerId: _id }}
      anonymous
      empty={
        <EmptyState title="No galleries now" icon={<Images aria-hidden />}>
          {name} has taken them off sale.
        </EmptyState>
      }
    />
  );
}
