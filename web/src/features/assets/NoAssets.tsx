import { Plus, Search } from "lucide-react";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/States";
import { useGo } from "@/ui/useAddress";
import { type Kind, kinds } from "./kinds";
import { t } from "./texts";

type NoAssetsProps = { kind: Kind; isFiltered: boolean; onCreate: () => void };

/** In place of an empty list: what will be here, or that the filter leaves nothing. */
export function NoAssets({ kind, isFiltered, onCreate }: NoAssetsProps) {
  const { begin, icon: Icon, list } = kinds[kind];
  const go = useGo();
  if (isFiltered) {
    return (
      <EmptyState
        title={t(
          "{kind, select, gallery {No gallery matches} video {No video matches} other {No product matches}}",
          { kind },
        )}
        icon={<Search aria-hidden />}
        action={
          <Button variant="outline" onClick={() => go(list())}>
            {t("Show all")}
          </Button>
        }
      >
        {t("Try another state or other words.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t(
        "{kind, select, gallery {No galleries yet} video {No videos yet} other {No products yet}}",
        { kind },
      )}
      icon={<Icon aria-hidden />}
      action={
        <Button variant="brand" onClick={onCreate}>
          <Plus size={18} aria-hidden />
          {t(
            "{kind, select, gallery {Create your first gallery} video {Create your first video} other {Create your first product}}",
            { kind },
          )}
        </Button>
      }
    >
      {begin}
    </EmptyState>
  );
}
