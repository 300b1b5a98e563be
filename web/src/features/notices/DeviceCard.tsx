import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { messageOf } from "@/api/errors";
import { type PushState, pushState, subscribe, tryPush, unsubscribe } from "@/notices/push";
import { useSession } from "@/session/api";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { noticeKeys } from "./cache";
import { mustBeInstalled } from "./installed";
import { t } from "./texts";

/** Whether this browser tells its person what happens while the site is closed. */
export function DeviceCard() {
  const state = useQuery({
    queryKey: noticeKeys.push,
    queryFn: pushState,
    staleTime: 0,
    refetchOnWindowFocus: true, // they may have been in the browser's settings
  });
  return (
    <Card
      title={t("On this device")}
      aside={state.data === "on" && <Badge tone="ok">{t("On")}</Badge>}
    >
      <div className="flex gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink max-sm:hidden">
          <Smartphone size={20} aria-hidden />
        </span>
        <div className="grid min-w-0 flex-1 gap-3 text-label font-normal">
          <Loaded query={state} waiting={<Skeleton className="h-20 w-full" />}>
            {(now) => <Device state={now} />}
          </Loaded>
        </div>
      </div>
    </Card>
  );
}

function Device({ state }: { state: PushState }) {
  switch (state) {
    case "unsupported":
      return <Unsupported />;
    case "denied":
      return <Denied />;
    case "off":
      return <Off />;
    case "on":
      return <On />;
  }
}

function useTurn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (turned: Promise<PushState>) => turned,
    onSuccess: (state) => queries.setQueryData<PushState>(noticeKeys.push, state),
    onError: (error) => toast.error(messageOf(error)),
  });
}

function Off() {
  const turn = useTurn();
  return (
    <>
      <p>{useReason()}</p>
      <p className="text-caption text-fg3">
        {t("Your browser will ask you whether it may. It ends when you log out.")}
      </p>
      <div>
        <Button
          variant="brand"
          pending={turn.isPending}
          // Asked within the press itself: only there do browsers ask for the permission.
          onClick={() => turn.mutate(subscribe())}
        >
          {t("Notify me on this device")}
        </Button>
      </div>
    </>
  );
}

function useReason(): string {
  const { role } = useSession();
  switch (role) {
    case "user":
      return t(
        "Hear at once when a favorite goes live, somebody writes to you or an order moves on, also with the page closed.",
      );
    case "performer":
      return t(
        "Hear at once of private requests, messages, tips and orders, also with the page closed.",
      );
    default:
      return t("Hear at once of messages and payouts, also with the page closed.");
  }
}

function On() {
  const turn = useTurn();
  const test = useMutation({
    mutationFn: tryPush,
    onSuccess: () => toast.success(t("A notification is on its way to this device.")),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <>
      <p>{t("This browser notifies you, also with the page closed, until you log out.")}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" pending={test.isPending} onClick={() => test.mutate()}>
          {t("Send me one to try")}
        </Button>
        <Button variant="ghost" pending={turn.isPending} onClick={() => turn.mutate(unsubscribe())}>
          {t("Turn off on this device")}
        </Button>
      </div>
    </>
  );
}

function Denied() {
  return (
    <>
      <p className="font-semibold">
        {t("You have blocked notifications of this site in the browser.")}
      </p>
      <p className="text-fg2">
        {t(
          "To undo that, open the site’s settings at the left end of the browser’s address bar, allow notifications, and come back to this page.",
        )}
      </p>
    </>
  );
}

function Unsupported() {
  if (!mustBeInstalled()) {
    return (
      <p className="text-fg2">
        {t(
          "This browser cannot notify you while the page is closed, or not in a private window. You find everything under the bell all the same.",
        )}
      </p>
    );
  }
  return (
    <>
      <p>{t("On an iPhone or iPad, only sites on the Home Screen may notify you:")}</p>
      <ol className="grid list-decimal gap-1 ps-5 text-fg2">
        <li>{t("Press the browser’s Share button.")}</li>
        <li>{t("Choose “Add to Home Screen”.")}</li>
        <li>{t("Open the site from there, log in, and come back to this page.")}</li>
      </ol>
    </>
  );
}
