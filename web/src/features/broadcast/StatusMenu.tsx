import { useQuery, useQueryClient } from "@tanstack/react-query";
import { cx } from "@/lib/cx";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { lazyPart } from "@/ui/lazyPart";
import { Menu } from "@/ui/Menu";
import { LoadFailure } from "@/ui/States";
import { broadcastKeys, type Me, me } from "./api";
import { t } from "./texts";

const StatusForm = lazyPart(() => import("./StatusForm").then((file) => file.StatusForm));

/** How a performer appears now, from every page: available or away, and her headline (spec §4). */
export function StatusMenu() {
  const queries = useQueryClient();
  const found = useQuery(me());
  const performer = found.data;
  useSocketEvent("performer/status", ({ id }) => {
    if (id === performer?._id) queries.invalidateQueries({ queryKey: broadcastKeys.me });
  });
  const { of, word, dot } = look(performer);
  return (
    <Menu
      panel
      stays
      label={t("How you appear: {word}", { word })}
      triggerClassName="flex h-11 min-w-11 items-center justify-center gap-2 rounded-md px-3 text-label font-semibold text-fg2 hover:bg-s2 hover:text-fg"
      trigger={
        <>
          <span aria-hidden className={cx("size-3 rounded-full", dot)} />
          {/* Each word is there for its width, so that the header stays where it is when another one is drawn. */}
          <span className="grid justify-items-start max-xl:hidden">
            {Object.entries(words()).map(([name, text]) => (
              <span
                key={name}
                className={cx(
                  "col-start-1 row-start-1",
                  (name !== of || found.isPending) && "invisible",
                )}
              >
                {text}
              </span>
            ))}
          </span>
        </>
      }
      className="w-[min(340px,calc(100vw-16px))] p-4"
      prepare={StatusForm.fetch}
    >
      {(close) =>
        performer ? (
          <StatusForm performer={performer} onDone={close} />
        ) : (
          <LoadFailure query={found} what={t("How you appear")} />
        )
      }
    </Menu>
  );
}

const words = () => ({ off: t("Off air"), away: t("Away"), available: t("Available") });

function look(performer: Me | undefined) {
  const of = !performer?.isOnline
    ? "off"
    : performer.availability === "away"
      ? "away"
      : "available";
  const dot = { off: "ring-2 ring-fg3 ring-inset", away: "bg-gold", available: "bg-ok" }[of];
  return { of, word: words()[of], dot };
}
