import { BellMinus, BellPlus, LogOut, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { type Session, useLogout } from "@/session/api";
import { useLabels } from "@/settings/api";
import { currentTheme, switchTheme } from "@/settings/theme";
import { Avatar } from "@/ui/Avatar";
import { Link } from "@/ui/Link";
import { menuItem } from "@/ui/Menu";
import { soundsOn, switchSounds } from "@/ui/ring";
import { useMenu } from "../menus";
import { t } from "../texts";
import { UnreadBadge } from "./waits";

type AccountChoicesProps = {
  session: Session;
  /** Inside a menu, whose arrows move between them. */
  role?: "menuitem";
};

/** What the account menu offers: the role's pages, the theme and Log out (spec §2). */
export function AccountChoices({ session, role }: AccountChoicesProps) {
  const menu = useMenu(session.role);
  const logout = useLogout();
  return (
    <>
      <Person session={session} />
      {menu.map(({ label, path, icon: Icon, hasUnread }) => (
        <Link key={path} role={role} href={path} className={menuItem}>
          <Icon size={17} aria-hidden />
          {label}
          {hasUnread && <UnreadBadge />}
        </Link>
      ))}
      <hr className="my-1.5 border-line" />
      <ThemeChoice role={role} />
      {session.role === "performer" && <SoundChoice role={role} />}
      <button type="button" role={role} className={menuItem} onClick={() => logout.mutate()}>
        <LogOut size={17} aria-hidden />
        {t("Log out")}
      </button>
    </>
  );
}

/** Who is logged in. */
export function Person({ session }: { session: Session }) {
  const { model } = useLabels();
  const kind = {
    user: t("Member"),
    performer: session.verified ? t("Verified {model}", { model: model.toLowerCase() }) : model,
    studio: t("Studio"),
    admin: t("Administrator"),
  }[session.role];
  return (
    <div className="mb-1.5 flex items-center gap-3 px-3 py-2">
      <Avatar src={session.avatar} size={40} />
      <span className="min-w-0">
        <b className="block truncate text-label font-semibold">
          {session.name || session.username}
        </b>
        <span className="text-caption text-fg3">{kind}</span>
      </span>
    </div>
  );
}

// What rings is a performer's: requests, tips and spins.
function SoundChoice({ role }: { role: "menuitem" | undefined }) {
  const [on, setOn] = useState(soundsOn);
  const Icon = on ? BellMinus : BellPlus;
  function change() {
    switchSounds(!on);
    setOn(!on);
  }
  return (
    <button type="button" role={role} className={menuItem} onClick={change}>
      <Icon size={17} aria-hidden />
      {on ? t("Turn sounds off") : t("Turn sounds on")}
    </button>
  );
}

function ThemeChoice({ role }: { role: "menuitem" | undefined }) {
  const [theme, setTheme] = useState(currentTheme);
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <button type="button" role={role} className={menuItem} onClick={() => setTheme(switchTheme())}>
      <Icon size={17} aria-hidden />
      {theme === "dark" ? t("Light theme") : t("Dark theme")}
    </button>
  );
}
