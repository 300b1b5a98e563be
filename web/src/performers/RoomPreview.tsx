import { Avatar } from "@/ui/Avatar";
import { Verified } from "@/ui/Badge";
import { Spinner } from "@/ui/Spinner";
import { cardPicture, cardSizes } from "./picture";
import { t } from "./texts";
import type { Performer } from "./types";

/** A performer's room in its shape, drawn from her card at once, while the room itself is fetched. */
export function RoomPreview({ performer }: { performer: Performer }) {
  const { name, avatar, verified } = performer;
  const picture = cardPicture(performer);
  const poster = picture && (
    <img
      {...picture}
      alt=""
      sizes={cardSizes} // the file that the card has fetched
      className="absolute inset-0 size-full scale-105 object-cover blur-[6px] brightness-75"
    />
  );
  const spinner = (
    <span className="absolute inset-0 grid place-items-center text-white">
      <Spinner size={40} label={t("Opening the room of {name}", { name })} />
    </span>
  );
  return (
    <>
      <div className="screen overflow-hidden lg:hidden">
        {poster}
        {spinner}
        <div className="absolute inset-x-0 top-0 flex p-3 pt-[max(12px,env(safe-area-inset-top))] text-white">
          <span className="flex min-w-0 items-center gap-2.5 rounded-full bg-black/45 p-1 pe-4 backdrop-blur-md">
            <Avatar src={avatar} size={40} />
            <span className="flex min-w-0 items-center gap-1 text-label font-bold">
              <span className="truncate">{name}</span>
              {verified && <Verified />}
            </span>
          </span>
        </div>
      </div>
      <div className="hidden min-h-dvh grid-cols-[minmax(0,1fr)_388px] bg-bg lg:grid">
        <div className="min-w-0 px-6 pt-5">
          <div className="relative aspect-video max-h-[calc(100dvh-250px)] w-full overflow-hidden rounded-lg bg-black">
            {poster}
            {spinner}
          </div>
          <div className="mt-4 flex items-start gap-4">
            <Avatar src={avatar} size={60} />
            <div className="min-w-0">
              <p className="flex items-center gap-2 text-h2 font-extrabold tracking-[-.015em]">
                <span className="truncate">{name}</span>
                {verified && <Verified />}
              </p>
              <p className="truncate text-body text-fg2">{performer.headline}</p>
            </div>
          </div>
        </div>
        <div className="h-[calc(100dvh-var(--header))] border-s border-line bg-s1" />
      </div>
    </>
  );
}
