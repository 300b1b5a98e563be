import { Chip } from "@/ui/Chip";
import { t } from "./texts";
import type { Watching } from "./useWatch";
import { hasTwoWays, ways } from "./ways";

/** How the picture comes, for a phone's sheet; nothing where there is one way only. */
export function WayChips({ watching }: { watching: Watching }) {
  if (!hasTwoWays(watching)) return null;
  return (
    <fieldset className="mb-6">
      <legend className="mb-3 text-h3 font-bold">{t("Picture")}</legend>
      <div className="flex flex-wrap gap-2">
        {ways().map(({ id, label }) => (
          <Chip key={id} selected={id === watching.wanted} onClick={() => watching.chooseWay(id)}>
            {label}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
