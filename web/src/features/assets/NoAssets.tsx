import { Plus, Search } from "lucide-react";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/States";
import { useGo } from "@/ui/useAddress";
import { type Kind, kinds } from "./kinds";

type NoAssetsProps = { kind: Kind; isFiltered: boolean; onCreate: () => void };

/** In place of an empty list: what will be here, or that the filter leaves nothing. */
export function NoAssets({ kind, isFiltered, onCreate }: NoAssetsProps) {
  const { one, many, begin, icon: Icon, list } = kinds[kind];
  const go = useGo();
  if (isFiltered) {
    return (
      <EmptyState
        title={`No ${one} matches`}
        icon={<Search aria-hidden />}
        action={
          <Button variant="outline" onClick={() => go(list())}>
            Show all
          </Button>
        }
      >
        Try another state or other words.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No ${many} yet`}
      icon={<Icon aria-hidden />}
      action={
        <Button variant="brand" onClick={onCreate}>
          <Plus size={18} aria-hidden />
          Create your first {one}
        </Button>
      }
    >
      {begin}
    </EmptyState>
  );
}
