import { paths } from "@/app/paths";
import { FavouriteButton } from "@/performers/FavouriteButton";
import { languageName } from "@/performers/places";
import { VipBadge } from "@/performers/StateBadges";
import { useSession } from "@/session/api";
import { Avatar } from "@/ui/Avatar";
import { Verified } from "@/ui/Badge";
import { LinkButton } from "@/ui/Button";
import type { RoomParts } from "./roomParts";
import { ShareButton } from "./ShareButton";
import { TagLink } from "./TagLink";
import { t } from "./texts";

type PerformerBarProps = Pick<RoomParts, "performer" | "profile" | "actions">;

/** Who is on stage, under the video. */
export function PerformerBar({ performer, profile, actions }: PerformerBarProps) {
  const { role } = useSession();
  const { name, avatar, headline, verified, vip, tags, languages, streamingStatus } = performer;
  return (
    <div className="mt-4 flex flex-wrap items-start gap-4">
      <Avatar src={avatar} size={60} live={streamingStatus === "public"} />
      <div className="min-w-[240px] flex-1">
        <h1 className="flex items-center gap-2 text-h2 font-extrabold tracking-[-.015em]">
          <span className="truncate">{name}</span>
          {verified && <Verified />}
          {vip && <VipBadge />}
        </h1>
        {headline && <p className="truncate text-body text-fg2">{headline}</p>}
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          {tags.slice(0, 5).map((tag) => (
            <TagLink key={tag} tag={tag} />
          ))}
          {languages.length > 0 && (
            <span className="px-1.5 text-caption text-fg3">
              {languages.map(languageName).join(", ")}
            </span>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {profile && actions?.({ performer: profile, look: "button" })}
        {role !== "performer" && (
          <LinkButton href={paths.messages({ toSource: "performer", toId: performer._id })}>
            {t("Message")}
          </LinkButton>
        )}
        <FavouriteButton performer={performer} look="button" />
        <ShareButton path={paths.room(performer.username)} name={name} look="button" />
      </div>
    </div>
  );
}
