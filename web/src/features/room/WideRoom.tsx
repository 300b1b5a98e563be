import { useEffect, useState } from "react";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { ChatColumn } from "./ChatColumn";
import { PerformerBar } from "./PerformerBar";
import { RoomPlayer } from "./RoomPlayer";
import type { RoomParts } from "./roomParts";
import { ShowingBadge } from "./ShowingBadge";
import { TipBurst } from "./TipBurst";
import { t } from "./texts";
import { useFirstPicture } from "./useFirstPicture";
import { useRoomPlayer } from "./useRoomPlayer";

const BelowStage = lazyPart(
  () => import("./BelowStage").then((file) => file.BelowStage),
  <Skeleton className="mt-5 h-[420px] rounded-lg" />,
);

/** So long a dozen pictures of others wait for hers, in milliseconds: a slow line has one at a time. */
const pictureTimeout = 10_000;

/** Two columns: the stage with who is on it, and the chat. */
export function WideRoom(parts: RoomParts) {
  const { performer, profile, watching } = parts;
  const { player, showing } = useRoomPlayer(watching);
  const [burst, setBurst] = useState(0);
  const [isCalm, setCalm] = useState(performer.streamingStatus !== "public");
  useFirstPicture(performer, watching, pictureTimeout, () => setCalm(true));
  useEffect(() => {
    BelowStage.fetch(); // by the time her picture is there, so is this
  }, []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_388px]">
      <div className="min-w-0 px-6 pt-5 pb-12">
        <div className="aspect-video max-h-[calc(100dvh-250px)] w-full overflow-hidden rounded-lg">
          <RoomPlayer performer={performer} watching={watching} player={player} showing={showing}>
            <div className="absolute top-4 start-4 flex gap-2">
              <ShowingBadge performer={performer} showing={showing} viewers={watching.viewers} />
            </div>
            <TipBurst key={burst} count={burst} />
          </RoomPlayer>
        </div>
        <PerformerBar {...parts} />
        {profile && <BelowStage {...parts} profile={profile} isCalm={isCalm} />}
      </div>
      <aside
        aria-label={t("Chat")}
        aria-busy={profile === undefined}
        className="sticky top-(--header) flex h-[calc(100dvh-var(--header))] flex-col border-s border-line bg-s1"
      >
        {profile && (
          <ChatColumn {...parts} profile={profile} onTip={() => setBurst((n) => n + 1)} />
        )}
      </aside>
    </div>
  );
}
