import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { formatDate } from "@/lib/time";
import { useSession } from "@/session/api";
import { useLabels, useSettings } from "@/settings/api";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CopyField } from "@/ui/CopyField";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { type OwnCode, ownCode } from "./api";
import { t } from "./texts";

/** The link to share, and what it brings. */
export function LinkCard() {
  const own = useQuery(ownCode());
  return (
    <Card title={t("Your link")}>
      <Loaded query={own} waiting={<Skeleton className="h-40 w-full rounded-md" />}>
        {(data) => <Own {...data} />}
      </Loaded>
    </Card>
  );
}

function Own({ code, link, percent, months, holdDays, invitedBy }: OwnCode) {
  const { siteName } = useSettings();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-72">
          <CopyField
            label={t("Link")}
            value={link}
            hint={t("Or let people add ?ref={code} to any address of {siteName}.", {
              code,
              siteName,
            })}
          />
        </div>
        <ShareLink link={link} siteName={siteName} />
      </div>
      <Terms percent={percent} months={months} holdDays={holdDays} />
      {invitedBy && (
        <p className="text-label text-fg2">
          {t.rich(
            "You were invited by <b>{username}</b>, who is thanked for it until {date}. You pay nothing for that.",
            {
              username: invitedBy.username,
              date: formatDate(invitedBy.endsAt),
              b: (words) => <b className="text-fg">{words}</b>,
            },
          )}
        </p>
      )}
    </div>
  );
}

type TermsProps = Pick<OwnCode, "percent" | "months" | "holdDays">;

function Terms({ percent, months, holdDays }: TermsProps) {
  const { models } = useLabels();
  const { role } = useSession();
  if (percent === 0)
    return (
      <p className="text-label text-fg2">
        {t("New registrations bring no rewards at present. Those from before go on as they were.")}
      </p>
    );
  return (
    <ul className="grid list-disc gap-1 ps-5 text-label text-fg2">
      <li>
        {t(
          "You get {percent} % of the tokens that people you bring spend, and of what {models} you bring earn, for {count, plural, one {# month} other {# months}} from their registration.",
          { percent, models: models.toLowerCase(), count: months },
        )}
      </li>
      <li>{t("It comes out of what the site keeps: nobody pays more or earns less for it.")}</li>
      <li>
        {role === "user"
          ? t("A reward goes into your wallet after {count, plural, one {# day} other {# days}}.", {
              count: holdDays,
            })
          : t("A reward is added to your balance and paid out with it.")}{" "}
        {t("If what it came from is refunded, it is taken back.")}
      </li>
      <li>{t("Your own second account, or one made in your browser, does not count.")}</li>
    </ul>
  );
}

/** Hands the link to the device's share sheet, where there is one. */
function ShareLink({ link, siteName }: { link: string; siteName: string }) {
  if (!("share" in navigator)) return null;
  async function share() {
    try {
      await navigator.share({
        title: siteName,
        text: t("Join me on {siteName}", { siteName }),
        url: link,
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast.error(t("Your browser did not let us share. Copy the link instead."));
    }
  }
  return (
    <Button variant="brand" onClick={share} className="mb-6 max-sm:mb-0 max-sm:w-full">
      <Share2 size={17} aria-hidden />
      {t("Share")}
    </Button>
  );
}
