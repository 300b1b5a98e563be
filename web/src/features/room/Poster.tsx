import { Lock, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "@/lib/cx";
import { NextLive } from "@/performers/LazyNextLive";
import { cardPicture, cardSizes, coverOf, portraitOf } from "@/performers/picture";
import type { Performer, Profile } from "@/performers/types";
import { useSettings } from "@/settings/api";
import { t } from "./texts";

/** A small file, as the server's first drawing of the room asks for: what is blurred shows no more. */
const posterSizes = "25vw";

type PosterProps = {
  performer: Performer | Profile;
  /** Why the show that was on here ended. */
  ended?: string | undefined;
  /** A show is coming: her picture without words. */
  expected: boolean;
  /** On a phone, the whole screen. */
  tall: boolean;
};

/** What stands where the video would be: her picture, and why there is none. */
export function Poster({ performer, ended, expected, tall }: PosterProps) {
  const said = useWords(performer, ended);
  const [cameFromCard] = useState(!isProfile(performer));
  // What is only a blur for a moment is the file that the card has fetched already.
  const asOnCard = cameFromCard && expected;
  const cover = asOnCard ? cardPicture(performer) : pictureOf(performer, tall);
  return (
    <div className="absolute inset-0 overflow-hidden bg-black">
      {cover && (
        <img
          {...cover}
          alt=""
          sizes={asOnCard ? cardSizes : posterSizes}
          className={cx(
            "absolute inset-0 size-full object-cover",
            expected ? "scale-105 blur-[6px] brightness-75" : "scale-110 blur-2xl brightness-50",
          )}
        />
      )}
      {!expected && (
        <>
          {said.image && (
            <img
              src={said.image}
              alt=""
              className={cx(
                "absolute inset-0 size-full object-cover opacity-60 mix-blend-screen",
                tall ? "object-[50%_30%]" : "origin-top scale-82", // its sign stays above the words
              )}
            />
          )}
          <div className="absolute inset-0 bg-[linear-gradient(transparent_35%,rgb(8_4_5/.82))]" />
          <div
            role="status"
            className={cx(
              "absolute inset-x-0 grid justify-items-center gap-1.5 px-6 text-center text-white",
              tall ? "top-[19%]" : "bottom-[6%]",
            )}
          >
            {!said.image && said.icon && (
              <span className="mb-1 grid size-12 place-items-center rounded-full bg-black/55">
                {said.icon}
              </span>
            )}
            <p className="text-h2 font-extrabold tracking-[-.015em] text-balance">{said.title}</p>
            <p className="text-label font-normal text-balance text-white/85">{said.text}</p>
            <p className="text-body text-balance">{performer.headline}</p>
            {performer.streamingStatus === "offline" && performer.nextLiveAt && (
              <p className="text-label font-semibold text-white">
                <NextLive at={performer.nextLiveAt} />
              </p>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function isProfile(performer: Performer | Profile): performer is Profile {
  return "wideImage" in performer;
}

function pictureOf(performer: Performer | Profile, tall: boolean) {
  const wide = !tall && isProfile(performer) ? coverOf(performer) : undefined;
  return wide ?? portraitOf(performer);
}

type Words = { image: string; icon: ReactNode; title: string; text: string };

/** Why a show ended, for those who watched it; other reasons are not theirs to know. */
const ends: Record<string, (name: string) => string> = {
  performer_left: (name) => t("{name} has ended the show", { name }),
  media_lost: (name) => t("The show is over: {name}'s connection was lost", { name }),
  connect_timeout: (name) => t("The show is over: no picture came from {name}", { name }),
  moderator: () => t("The site has ended this show"),
  maintenance: () => t("All shows are over: the site is being worked on"),
  fault: () => t("The show broke off: the site had a problem"),
};

function useWords({ name, streamingStatus }: Performer, ended = ""): Words {
  const settings = useSettings();
  switch (streamingStatus) {
    case "private":
      return {
        image: settings.defaultPrivateCallImage,
        icon: <Lock size={20} aria-hidden />,
        title: t("{name} is in a private show", { name }),
        text: t("The public show goes on when it is over. You need not do anything."),
      };
    case "group":
      return {
        image: settings.defaultGroupChatImage,
        icon: <Users size={20} aria-hidden />,
        title: t("{name} is in a group show", { name }),
        text: t("The public show goes on when it is over. You need not do anything."),
      };
    default:
      return {
        image: settings.defaultOfflineModelImage,
        icon: null,
        title:
          (streamingStatus === "offline" && ends[ended]?.(name)) ||
          (streamingStatus === "away"
            ? t("{name} is away", { name })
            : t("{name} is offline", { name })),
        text: t("The show starts here by itself once {name} goes live.", { name }),
      };
  }
}
