import { MessagesSquare } from "lucide-react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import type { Role } from "@/session/roles";
import { useTitle } from "@/settings/useTitle";
import { EmptyState } from "@/ui/States";
import { useGo, useSearch } from "@/ui/useAddress";
import type { Recipient } from "./api";
import { Inbox } from "./Inbox";
import type { PayWays } from "./pay";
import { Talk } from "./Talk";
import { t } from "./texts";

const roles: readonly Role[] = ["user", "performer", "studio", "admin"];

/** /messages: one's conversations, and the one that is open; a phone shows one of both. */
export default function MessagesPage(ways: Partial<PayWays>) {
  useTitle(t("Messages"));
  const [{ toSource, toId }] = useSearch(paths.messages);
  const go = useGo();
  const source = roles.find((role) => role === toSource);
  const open: Recipient | undefined =
    source !== undefined && toId ? { source, sourceId: toId } : undefined;
  return (
    <div className="mx-auto flex h-[calc(100dvh-var(--header)-var(--tabbar)-env(safe-area-inset-bottom))] max-w-[1720px]">
      <Inbox
        openId={open?.sourceId}
        className={cx("w-full lg:w-[360px] lg:shrink-0 lg:border-e", open && "max-lg:hidden")}
      />
      <section
        aria-label={t("Conversation")}
        data-stays={open && ""}
        className={cx(
          "flex min-w-0 flex-1 flex-col bg-bg",
          open
            ? "max-lg:fixed max-lg:inset-x-0 max-lg:top-[calc(var(--strip)+var(--screen-top,0px))] max-lg:z-40 max-lg:h-[calc(var(--screen-height,100dvh)-var(--strip))]"
            : "max-lg:hidden",
        )}
      >
        {open ? (
          <Talk
            key={`${open.source} ${open.sourceId}`}
            recipient={open}
            ways={ways}
            onBack={() => go(paths.messages())}
          />
        ) : (
          <div className="m-auto">
            <EmptyState title={t("Your messages")} icon={<MessagesSquare aria-hidden />}>
              {t("Choose a conversation to read it and to write.")}
            </EmptyState>
          </div>
        )}
      </section>
    </div>
  );
}
