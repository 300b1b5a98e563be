import { useState } from "react";
import { liveFirst } from "@/performers/cache";
import { PerformerCard } from "@/performers/PerformerCard";
import type { Performer } from "@/performers/types";
import { useLabels } from "@/settings/api";
import { t } from "./texts";

/** Twelve others, live first (spec §9). */
export function Related({ performers }: { performers: readonly Performer[] }) {
  const { models } = useLabels();
  const [now] = useState(() => Date.now());
  if (performers.length === 0) {
    return (
      <p className="text-body text-fg3">
        {t("There are no other {models} yet.", { models: models.toLowerCase() })}
      </p>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-3 xl:grid-cols-4 2xl:grid-cols-6">
      {liveFirst(performers).map((performer) => (
        <PerformerCard key={performer._id} performer={performer} now={now} />
      ))}
    </div>
  );
}
