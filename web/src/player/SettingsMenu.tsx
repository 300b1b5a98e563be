import { Check, ChevronLeft, ChevronRight, Keyboard, Settings2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "@/lib/cx";
import { Menu, menuItem } from "@/ui/Menu";
import { speeds } from "./kept";
import { t } from "./texts";
import type { CaptionsChoice } from "./useCaptions";
import type { Sizes } from "./useEngine";
import { speedLabel, type Video } from "./useVideo";

type SettingsMenuProps = {
  video: Video;
  sizes: Sizes;
  captions: CaptionsChoice;
  className: string;
  onKeys: () => void;
};

type Section = "quality" | "speed" | "captions";

/** Quality, speed and captions, each a list of its own. */
export function SettingsMenu(props: SettingsMenuProps) {
  return (
    <Menu
      label={t("Settings")}
      trigger={<Settings2 size={20} aria-hidden />}
      triggerClassName={props.className}
      className="w-64"
      stays
    >
      {(close) => <Sections {...props} close={close} />}
    </Menu>
  );
}

type SectionsProps = SettingsMenuProps & { close: () => void };

function Sections({ video, sizes, captions, onKeys, close }: SectionsProps) {
  const [section, setSection] = useState<Section>();
  const back = () => setSection(undefined);
  if (section === "quality") {
    return (
      <List title={t("Quality")} onBack={back}>
        <Choice isChosen={sizes.chosen === undefined} onChoose={() => sizes.choose(undefined)}>
          {autoLabel(sizes)}
        </Choice>
        {sizes.list.map((height) => (
          <Choice
            key={height}
            isChosen={sizes.chosen === height}
            onChoose={() => sizes.choose(height)}
          >
            {height}p
          </Choice>
        ))}
      </List>
    );
  }
  if (section === "speed") {
    return (
      <List title={t("Speed")} onBack={back}>
        {speeds.map((speed) => (
          <Choice
            key={speed}
            isChosen={video.speed === speed}
            onChoose={() => video.setSpeed(speed)}
          >
            {speedLabel(speed)}
          </Choice>
        ))}
      </List>
    );
  }
  if (section === "captions") {
    return (
      <List title={t("Captions")} onBack={back}>
        <Choice isChosen={captions.shown === undefined} onChoose={() => captions.choose(undefined)}>
          {t("Off")}
        </Choice>
        {captions.list.map(({ language, label }) => (
          <Choice
            key={language}
            isChosen={captions.shown === language}
            onChoose={() => captions.choose(language)}
          >
            {label}
          </Choice>
        ))}
      </List>
    );
  }
  const size = sizes.chosen === undefined ? autoLabel(sizes) : `${sizes.chosen}p`;
  const language = captions.list.find((one) => one.language === captions.shown);
  return (
    <>
      {sizes.list.length > 1 && (
        <Entry name={t("Quality")} value={size} onOpen={() => setSection("quality")} />
      )}
      <Entry name={t("Speed")} value={speedLabel(video.speed)} onOpen={() => setSection("speed")} />
      {captions.list.length > 0 && (
        <Entry
          name={t("Captions")}
          value={language?.label ?? t("Off")}
          onOpen={() => setSection("captions")}
        />
      )}
      <button
        type="button"
        role="menuitem"
        className={cx(menuItem, "pointer-coarse:hidden")}
        onClick={() => {
          close();
          onKeys();
        }}
      >
        <Keyboard size={16} aria-hidden />
        {t("Keyboard shortcuts")}
      </button>
    </>
  );
}

function autoLabel({ chosen, now }: Sizes): string {
  return chosen === undefined && now !== undefined
    ? t("Auto ({height}p)", { height: String(now) })
    : t("Auto");
}

type EntryProps = { name: string; value: string; onOpen: () => void };

function Entry({ name, value, onOpen }: EntryProps) {
  return (
    <button type="button" role="menuitem" className={menuItem} onClick={onOpen}>
      <span className="flex-1">{name}</span>
      <span className="text-fg3">{value}</span>
      <ChevronRight className="rtl:-scale-x-100" size={16} aria-hidden />
    </button>
  );
}

type ListProps = { title: string; onBack: () => void; children: ReactNode };

function List({ title, onBack, children }: ListProps) {
  return (
    <>
      <button
        type="button"
        role="menuitem"
        // The choice that led here is gone, and the focus with it.
        ref={(element) => element?.focus()}
        className={cx(menuItem, "border-b border-line font-semibold text-fg")}
        onClick={onBack}
      >
        <ChevronLeft className="rtl:-scale-x-100" size={16} aria-hidden />
        {title}
      </button>
      {children}
    </>
  );
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" role="menuitem" className={menuItem} onClick={onChoose}>
      <Check size={16} aria-hidden className={cx(!isChosen && "invisible")} />
      {children}
      {isChosen && <span className="sr-only">, {t("chosen")}</span>}
    </button>
  );
}
