import { useQuery } from "@tanstack/react-query";
import { Eye, RefreshCw } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { useAddressOf } from "../useAddressOf";
import { picture, type StagedShow } from "./api";
import { t } from "./texts";

const schema = z.object({ reason: required() });

type LookDialogProps = { show: StagedShow; onClose: () => void };

/** A picture of what is on stage, after the admin has said why; every look is in the audit log. */
export function LookDialog({ show, onClose }: LookDialogProps) {
  const [reason, setReason] = useState<string>();
  const form = useForm(schema, { reason: "" });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("The show of {username}", { username: show.performer.username })}
      width={reason === undefined ? "md" : "lg"}
    >
      {reason === undefined ? (
        <>
          <p className="mb-4 text-body text-fg2">
            {t("Who looks, when and why is written into the audit log.")}
            {show.type === "private" && ` ${t("A private show is shown blurred, to you too.")}`}
          </p>
          <Form
            form={form}
            aria-label={t("Look at the show")}
            onSubmit={async (values) => setReason(values.reason)}
          >
            <TextField
              label={t("Why do you look at it?")}
              maxLength={500}
              required
              {...field(form, "reason")}
            />
            <Button type="submit" variant="brand">
              <Eye size={18} aria-hidden />
              {t("Show the picture")}
            </Button>
          </Form>
        </>
      ) : (
        <Picture show={show} reason={reason} />
      )}
    </Dialog>
  );
}

function Picture({ show, reason }: { show: StagedShow; reason: string }) {
  const [turn, setTurn] = useState(0);
  const taken = useQuery(picture(show._id, reason, turn));
  const address = useAddressOf(taken.data);
  return (
    <div className="grid gap-4">
      {taken.error && taken.data === undefined && (
        <ErrorState error={taken.error} onRetry={taken.refetch} />
      )}
      {taken.isPending && <Skeleton alone className="aspect-video w-full rounded-md" />}
      {address && (
        <img
          src={address}
          alt={t("What {username} shows now", { username: show.performer.username })}
          className="aspect-video w-full rounded-md bg-black object-contain"
        />
      )}
      <Button
        variant="outline"
        disabled={taken.isPending}
        onClick={() => setTurn(turn + 1)}
        className="justify-self-start"
      >
        <RefreshCw size={17} aria-hidden />
        {t("Take another")}
      </Button>
    </div>
  );
}
