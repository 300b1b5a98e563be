import { useState } from "react";
import { Tabs } from "@/ui/Tabs";
import { About } from "./About";
import { ChatColumn } from "./ChatColumn";
import { PerformerBar } from "./PerformerBar";
import { Related } from "./Related";
import { RoomPlayer } from "./RoomPlayer";
import type { RoomParts } from "./roomParts";
import { ShowingBadge } from "./ShowingBadge";
import { TipBurst } from "./TipBurst";
import { useFirstPicture } from "./useFirstPicture";
import { useRoomPlayer } from "./useRoomPlayer";

// What she sells and when she is on get tabs of their own beside it.
const about = { id: "about", label: "About" } as const;
const wheel = { id: "wheel", label: "Wheel" } as const;

/** So long a dozen pictures of others wait for hers, in milliseconds: a slow line has one at a time. */
const pictureTimeout = 10_000;

/** Two columns: the stage with who is on it, and the chat. */
export function WideRoom(parts: RoomParts) {
  const { performer, profile, conversationId, watching, wheelPanel } = parts;
  const { player, showing } = useRoomPlayer(watching);
  const [burst, setBurst] = useState(0);
  const [tab, setTab] = useState<"about" | "wheel">("about");
  const [isCalm, setCalm] = useState(performer.streamingStatus !== "public");
  useFirstPicture(performer, watching, pictureTimeout, () => setCalm(true));
  const tabs = wheelPanel ? [about, wheel] : [about];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_388px]">
      <div className="min-w-0 px-6 pt-5 pb-12">
        <div className="aspect-video max-h-[calc(100dvh-250px)] w-full overflow-hidden rounded-lg">
          <RoomPlayer performer={performer} watching={watching} player={player} showing={showing}>
            <div className="absolute top-4 left-4 flex gap-2">
              <ShowingBadge performer={performer} showing={showing} viewers={watching.viewers} />
            </div>
            <TipBurst key={burst} count={burst} />
          </RoomPlayer>
        </div>
        <PerformerBar {...parts} />
        {profile && (
          <>
            <div className="mt-5">
              <Tabs
                label="About this room"
                tabs={tabs}
                selected={wheelPanel ? tab : "about"}
                onSelect={setTab}
              >
                {wheelPanel && tab === "wheel" ? (
                  wheelPanel({ performer: profile, conversationId })
                ) : (
                  <About performer={profile} />
                )}
              </Tabs>
            </div>
            <section aria-labelledby="more-like-this" className="mt-8">
              <h2 id="more-like-this" className="mb-3 text-h3 font-bold">
                More like this
              </h2>
              {isCalm && <Related performers={profile.relatedPerformers} />}
            </section>
          </>
        )}
      </div>
      <aside
        aria-label="Chat"
        aria-busy={profile === undefined}
        className="sticky top-(--header) flex h-[calc(100dvh-var(--header))] flex-col border-l border-line bg-s1"
      >
        {profile && (
          <ChatColumn
            key={conversationId}
            {...parts}
            profile={profile}
            onTip={() => setBurst((n) => n + 1)}
          />
        )}
      </aside>
    </div>
  );
}
