import { messageOf } from "@/api/errors";
import type { Chat } from "@/chat/store";
import { formatTokens } from "@/lib/format";
import type { Message } from "@/realtime/events";
import { useSession } from "@/session/api";
import { TopUpLink } from "@/session/TopUpLink";
import { StorePicture } from "@/store/StorePicture";
import { Button, buttonClass } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { FieldError } from "@/ui/Field";
import { frameOf } from "./frame";
import { useUnlock } from "./pay";
import { t } from "./texts";

type UnlockDialogProps = {
  chat: Chat;
  message: Message;
  topUp: string | undefined;
  onClose: () => void;
};

/** Asks once whether to pay for a photo: what it costs, what one has, and what is missing. */
export function UnlockDialog({ chat, message, topUp, onClose }: UnlockDialogProps) {
  const { session } = useSession();
  const unlock = useUnlock(chat, message);
  const { photo, senderInfo } = message;
  if (photo?.price === undefined) return null;
  const { price } = photo;
  const balance = session?.balance ?? 0;
  const missing = price - balance;
  return (
    <Sheet
      open
      width="sm"
      onClose={onClose}
      title={t("Open the photo of {username}?", { username: senderInfo.username })}
      description={t("It stays yours. You have {balance} tokens.", {
        balance: formatTokens(balance),
      })}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("Not now")}
          </Button>
          {missing > 0 && topUp ? (
            <TopUpLink href={topUp} over className={buttonClass("gold")} />
          ) : (
            <Button
              variant="gold"
              pending={unlock.isPending}
              disabled={missing > 0}
              onClick={() => unlock.mutate(price, { onSuccess: onClose })}
            >
              {t("Open for {count, plural, one {# token} other {# tokens}}", { count: price })}
            </Button>
          )}
        </>
      }
    >
      <div className="mx-auto mt-4 max-w-full overflow-hidden rounded-md" style={frameOf(photo)}>
        <StorePicture photo={{ ...photo, _id: message._id }} locked sizes="320px" />
      </div>
      {missing > 0 && (
        <p className="mt-3 text-label text-gold-ink">
          {t("You need {count, plural, one {# more token} other {# more tokens}}.", {
            count: missing,
          })}
        </p>
      )}
      {unlock.error && <FieldError>{messageOf(unlock.error)}</FieldError>}
    </Sheet>
  );
}
