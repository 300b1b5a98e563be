import { useEffect, useEffectEvent } from "react";
import { Button } from "@/ui/Button";
import { useNear } from "@/ui/useNear";
import { t } from "./texts";

type MoreProps = { isLoading: boolean; onNear: () => void };

/** The end of what is here: more is fetched when it comes near, or at a press. */
export function More({ isLoading, onNear }: MoreProps) {
  const [place, isNear] = useNear<HTMLDivElement>();
  const fetchMore = useEffectEvent(onNear);
  useEffect(() => {
    if (isNear) fetchMore();
  }, [isNear]);
  return (
    <div ref={place} className="flex justify-center pt-8">
      <Button variant="outline" size="lg" pending={isLoading} onClick={onNear}>
        {t("Show more")}
      </Button>
    </div>
  );
}
