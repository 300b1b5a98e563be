import type { Session } from "@/session/api";
import { Avatar } from "@/ui/Avatar";
import { lazyPart } from "@/ui/lazyPart";
import { Menu } from "@/ui/Menu";
import { t } from "../texts";

const AccountChoices = lazyPart(() =>
  import("./AccountChoices").then((file) => file.AccountChoices),
);

/** The avatar's menu. What it offers is fetched when somebody reaches for it. */
export function AccountMenu({ session, className }: { session: Session; className?: string }) {
  return (
    <div className={className}>
      <Menu
        label={t("Account menu")}
        triggerClassName="ms-1 block rounded-full p-0.5 transition-opacity hover:opacity-85"
        trigger={<Avatar src={session.avatar} size={40} />}
        className="w-64"
        prepare={AccountChoices.fetch}
      >
        <AccountChoices session={session} role="menuitem" />
      </Menu>
    </div>
  );
}
