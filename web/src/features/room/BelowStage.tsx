import { useState } from "react";
import type { Profile } from "@/performers/types";
import { Tabs } from "@/ui/Tabs";
import { About } from "./About";
import { Related } from "./Related";
import type { RoomParts } from "./roomParts";
import { t } from "./texts";

const about = () => ({ id: "about", label: t("About") });
const wheel = () => ({ id: "wheel", label: t("Wheel") });

type BelowStageProps = RoomParts & {
  profile: Profile;
  /** Her picture is there: the pictures of others do not take the line from it. */
  isCalm: boolean;
};

/** Under the stage of a large screen: who she is, what she has, and others like her. */
export function BelowStage({ isCalm, profile, ...parts }: BelowStageProps) {
  const { conversationId, wheelPanel, shelves = [] } = parts;
  const [tab, setTab] = useState(about().id);
  const full = shelves.filter(({ has }) => has(profile));
  const tabs = [about(), ...(wheelPanel ? [wheel()] : []), ...full];
  const selected = tabs.find(({ id }) => id === tab)?.id ?? about().id;
  return (
    <>
      <div className="mt-5">
        <Tabs label={t("About this room")} tabs={tabs} selected={selected} onSelect={setTab}>
          {selected === about().id && <About performer={profile} />}
          {selected === wheel().id && wheelPanel?.({ performer: profile, conversationId })}
          {full.find(({ id }) => id === selected)?.panel(profile)}
        </Tabs>
      </div>
      <section aria-labelledby="more-like-this" className="mt-8">
        <h2 id="more-like-this" className="mb-3 text-h3 font-bold">
          {t("More like this")}
        </h2>
        {isCalm && <Related performers={profile.relatedPerformers} />}
      </section>
    </>
  );
}
