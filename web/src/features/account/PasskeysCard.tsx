import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { formatAgo, formatDate } from "@/lib/time";
import { required } from "@/lib/validate";
import { passkeysWork } from "@/session/passkeys";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { TextField } from "@/ui/Field";
import { type AppForm, field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import {
  type Passkey,
  passkeys,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from "./passkeys";
import { t } from "./texts";

type Asks = { to: "add" } | { to: "rename" | "remove"; key: Passkey };

/** The keys by which I log in without a password: fingerprint, face or the PIN of a device. */
export function PasskeysCard() {
  const list = useQuery(passkeys());
  const [asks, setAsks] = useState<Asks>();
  const close = () => setAsks(undefined);
  return (
    <Card
      title={t("Passkeys")}
      aside={
        passkeysWork() && (
          <Button size="sm" variant="outline" onClick={() => setAsks({ to: "add" })}>
            {t("Add a passkey")}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <p className="text-body text-fg2">
          {passkeysWork()
            ? t(
                "Log in with your fingerprint, your face or the PIN of your device instead of the password. Nobody can steal or guess it.",
              )
            : t("This browser, or this address of the site, knows no passkeys.")}
        </p>
        <Loaded query={list} waiting={<Skeleton className="h-16 rounded-md" />}>
          {({ data }) =>
            data.length > 0 && (
              <ul className="grid divide-y divide-line">
                {data.map((key) => (
                  <Row key={key._id} passkey={key} onAsk={(to) => setAsks({ to, key })} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {asks?.to === "add" && <AddDialog onClose={close} />}
      {asks?.to === "rename" && <RenameDialog passkey={asks.key} onClose={close} />}
      {asks?.to === "remove" && <RemoveDialog passkey={asks.key} onClose={close} />}
    </Card>
  );
}

type RowProps = { passkey: Passkey; onAsk: (to: "rename" | "remove") => void };

function Row({ passkey, onAsk }: RowProps) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-s2 text-fg2">
        <KeyRound size={20} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 text-label font-semibold">
          <span className="min-w-0 break-words">{name}</span>
          {backedUp && <Badge>{t("Synced")}</Badge>}
        </span>
        <span className="block text-caption text-fg3">
          {lastUsedAt
            ? t("Added {createdAt}, last used {lastUsedAt}", {
                createdAt: formatDate(createdAt),
                lastUsedAt: formatAgo(lastUsedAt, Date.now()),
              })
            : t("Added {createdAt}, not used yet", { createdAt: formatDate(createdAt) })}
        </span>
      </span>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t("Rename {name}", { name })}
        onClick={() => onAsk("rename")}
      >
        <Pencil size={18} aria-hidden />
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t("Remove {name}", { name })}
        onClick={() => onAsk("remove")}
      >
        <Trash2 size={18} aria-hidden />
      </Button>
    </li>
  );
}

const schema = z.object({ name: required() });

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const form = useForm(schema, { name: t("My device") });
  return (
    <FormDialog
      title={t("Add a passkey")}
      description={t(
        "Give it a name by which you know it, then confirm on your device. Your browser asks for your fingerprint, your face or a PIN.",
      )}
      label={t("Add a passkey")}
      verb={t("Continue")}
      form={form}
      onClose={onClose}
      onSubmit={async ({ name }) => {
        if ((await add.mutateAsync(name)) === undefined) return;
        toast.success(t("Your passkey is ready. You can log in with it from now on."));
        onClose();
      }}
    >
      <NameField form={form} />
    </FormDialog>
  );
}

type DialogProps = { passkey: Passkey; onClose: () => void };

function RenameDialog({ passkey, onClose }: DialogProps) {
  const rename = useRenamePasskey();
  const form = useForm(schema, { name: passkey.name });
  return (
    <FormDialog
      title={t("Rename passkey")}
      label={t("Rename passkey")}
      verb={t("Save")}
      form={form}
      onClose={onClose}
      onSubmit={async ({ name }) => {
        await rename.mutateAsync({ id: passkey._id, name });
        onClose();
      }}
    >
      <NameField form={form} />
    </FormDialog>
  );
}

type NameFieldProps = { form: AppForm<{ name: string }, { name: string }> };

function NameField({ form }: NameFieldProps) {
  return (
    <TextField
      label={t("Name of the passkey")}
      maxLength={60}
      autoComplete="off"
      data-autofocus
      {...field(form, "name")}
    />
  );
}

function RemoveDialog({ passkey, onClose }: DialogProps) {
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("Remove passkey?")}
      description={t(
        "{name} will not log you in any more. Your device may still list it: delete it there, too.",
        { name: passkey.name },
      )}
      verb={t("Remove")}
      onConfirm={async () => {
        await remove.mutateAsync(passkey._id);
        toast.success(t("{name} is removed.", { name: passkey.name }));
      }}
    />
  );
}
