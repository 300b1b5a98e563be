import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { messageOf } from "@/api/errors";
import { formatAgo, formatDate } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { type Device, devices, useRevoke } from "./api";
import { t } from "./texts";

/** Where I am logged in, and the way to end it. */
export function DevicesCard() {
  const list = useQuery(devices());
  const revoke = useRevoke();

  function end(id: string, text: string) {
    revoke.mutate(id, {
      onSuccess: () => toast.success(text),
      onError: (error) => toast.error(messageOf(error)),
    });
  }

  return (
    <Card
      title={t("Devices")}
      aside={
        list.data &&
        list.data.data.length > 1 && (
          <Button
            size="sm"
            variant="outline"
            pending={revoke.isPending && revoke.variables === "others"}
            onClick={() => end("others", t("All other devices are logged out."))}
          >
            {t("Log out all others")}
          </Button>
        )
      }
    >
      {list.error && list.data === undefined && (
        <ErrorState error={list.error} onRetry={list.refetch} />
      )}
      {list.isPending && <Skeleton alone className="h-24 w-full rounded-md" />}
      {list.data && (
        <ul className="grid divide-y divide-line">
          {list.data.data.map((device) => (
            <DeviceRow
              key={device._id}
              device={device}
              pending={revoke.isPending && revoke.variables === device._id}
              onEnd={() =>
                end(device._id, t("{browser} is logged out.", { browser: device.browser }))
              }
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

type DeviceRowProps = { device: Device; pending: boolean; onEnd: () => void };

function DeviceRow({ device, pending, onEnd }: DeviceRowProps) {
  const { browser, network, current, createdAt, lastSeenAt } = device;
  const Icon = /iPhone|iPad|Android|Mobile/.test(browser) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-s2 text-fg2">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 text-label font-semibold">
          {browser}
          {current && <Badge tone="ok">{t("This device")}</Badge>}
        </span>
        <span className="block text-caption text-fg3">
          {t("{network}, since {createdAt}, last seen {lastSeenAt}", {
            network,
            createdAt: formatDate(createdAt),
            lastSeenAt: formatAgo(lastSeenAt, Date.now()),
          })}
        </span>
      </span>
      {!current && (
        <Button
          size="sm"
          variant="outline"
          aria-label={t("Log out {browser}", { browser })}
          pending={pending}
          onClick={onEnd}
        >
          {t("Log out")}
        </Button>
      )}
    </li>
  );
}
