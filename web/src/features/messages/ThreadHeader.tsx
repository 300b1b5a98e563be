import { Ellipsis, Flag, Gift, ShieldBan, Trash2, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { clearConversation } from "@/chat/api";
import { Button, iconButtonClass } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Link } from "@/ui/Link";
import { Menu, menuItem } from "@/ui/Menu";
import { toast } from "@/ui/toast";
import { type Conversation, setBlocked } from "./api";
import { BackButton } from "./BackButton";
import { Face } from "./Face";
import { nameOf } from "./people";
import { t } from "./texts";

type ThreadHeaderProps = {
  conversation: Conversation;
  onBack: () => void;
  onReport: () => void;
  /** Opens the sheet of tips; undefined where nothing can be tipped. */
  onTip: (() => void) | undefined;
  extra: ReactNode;
};

/** Whom one talks to, and what may be done with the conversation. */
export function ThreadHeader({ conversation, onBack, onReport, onTip, extra }: ThreadHeaderProps) {
  const { recipientInfo, isOnline, isBlocked = false } = conversation;
  const [asking, setAsking] = useState<"clear" | "block">();
  const name = nameOf(conversation);
  const room = recipientInfo?.role === "performer" ? paths.room(recipientInfo.username) : undefined;
  return (
    <header className="flex h-16 shrink-0 items-center gap-2 border-b border-line ps-2 pe-2 lg:gap-3 lg:ps-5 lg:pe-4">
      <BackButton onBack={onBack} />
      <Face conversation={conversation} size={40} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-label font-bold">
          {room ? (
            <Link href={room} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {isOnline && <p className="text-caption text-ok-ink">{t("Online")}</p>}
      </div>
      {extra}
      {onTip && (
        <Button variant="gold" size="sm" onClick={onTip}>
          <Gift size={16} aria-hidden />
          {t("Tip")}
        </Button>
      )}
      <Menu
        label={t("Options for the conversation")}
        trigger={<Ellipsis size={21} aria-hidden />}
        triggerClassName={iconButtonClass("ghost")}
      >
        {room && (
          <Link href={room} role="menuitem" className={menuItem}>
            <UserRound size={17} aria-hidden />
            {t("Show the room")}
          </Link>
        )}
        <button
          type="button"
          role="menuitem"
          className={menuItem}
          onClick={() => setAsking("clear")}
        >
          <Trash2 size={17} aria-hidden />
          {t("Clear conversation")}
        </button>
        <button type="button" role="menuitem" className={menuItem} onClick={onReport}>
          <Flag size={17} aria-hidden />
          {t("Report {name}", { name })}
        </button>
        <button
          type="button"
          role="menuitem"
          className={menuItem}
          onClick={() =>
            isBlocked
              ? setBlocked(conversation._id, false).catch((error) => toast.error(messageOf(error)))
              : setAsking("block")
          }
        >
          <ShieldBan size={17} aria-hidden />
          {isBlocked ? t("Unblock {name}", { name }) : t("Block {name}", { name })}
        </button>
      </Menu>
      <ConfirmDialog
        open={asking === "clear"}
        onClose={() => setAsking(undefined)}
        title={t("Clear this conversation?")}
        description={t("Its messages go from your list for good. {name} keeps theirs.", { name })}
        verb={t("Clear conversation")}
        onConfirm={() => clearConversation(conversation._id).then(onBack)}
      />
      <ConfirmDialog
        open={asking === "block"}
        onClose={() => setAsking(undefined)}
        title={t("Block {name}?", { name })}
        description={t("You hear nothing from them any more, and they cannot write to you.")}
        verb={t("Block")}
        onConfirm={() => setBlocked(conversation._id, true)}
      />
    </header>
  );
}
