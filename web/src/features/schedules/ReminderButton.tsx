import { AlarmClockMinus, AlarmClockPlus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { clockIn, dayIn, ownZone } from "@/lib/clocks";
import { useSession } from "@/session/api";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { toast } from "@/ui/toast";
import { type Seen, useReminder } from "./api";
import { t } from "./texts";

const LoginPrompt = lazyPart(() =>
  import("@/session/LoginPrompt").then((file) => file.LoginPrompt),
);

type ReminderButtonProps = { performer: { username: string; name: string }; schedule: Seen };

/** "Remind me" before the next hours. Members can; a guest is asked to log in; nobody else is reminded. */
export function ReminderButton({ performer, schedule }: ReminderButtonProps) {
  const { username, name } = performer;
  const { role } = useSession();
  const [asking, setAsking] = useState(false);
  const reminder = useReminder(username);
  if (role !== undefined && role !== "user") return null;
  const isSet = schedule.remindedOf !== undefined;

  function press() {
    if (role !== "user") return setAsking(true);
    reminder.mutate(!isSet, {
      onSuccess: ({ remindedOf }) => {
        if (remindedOf)
          toast.success(t("You are reminded before {when}.", { when: momentOf(remindedOf) }));
      },
      onError: (error) => toast.error(messageOf(error)),
    });
  }

  return (
    <>
      <Button
        variant={isSet ? "soft" : "brand"}
        aria-pressed={isSet}
        pending={reminder.isPending}
        onClick={press}
      >
        {isSet ? (
          <AlarmClockMinus size={18} aria-hidden />
        ) : (
          <AlarmClockPlus size={18} aria-hidden />
        )}
        {isSet ? t("Do not remind me") : t("Remind me")}
      </Button>
      {asking && (
        <LoginPrompt onClose={() => setAsking(false)}>
          {t("Log in to be reminded before {name} is live.", { name })}
        </LoginPrompt>
      )}
    </>
  );
}

/** "Tuesday, 1 December, 22:00", here. */
function momentOf(at: string): string {
  return `${dayIn(ownZone(), at)}, ${clockIn(ownZone(), at)}`;
}
