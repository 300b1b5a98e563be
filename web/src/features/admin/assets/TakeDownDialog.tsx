import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { photoAddress } from "@/store/photo";
import { Dialog } from "@/ui/Dialog";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { Checkbox } from "@/ui/Toggle";
import { ReasonField } from "./ReasonField";
import { type Offered, useRestore, useTakeDown } from "./takedown";
import { t } from "./texts";

const takeDownSchema = z.object({ reason: required(), endAccess: z.boolean() });

type DialogProps = {
  /** As it was looked at: what is sent is about this version of it. */
  asset: Offered;
  onClose: () => void;
  onDone: (said: string) => void;
  /** It was refused: the list is as things are now. */
  onRefused: () => void;
};

/** Takes something off sale at once, and asks what becomes of its buyers' access. */
export function TakeDownDialog({ asset, onClose, onDone, onRefused }: DialogProps) {
  const { title, isTakenDown } = asset;
  const form = useForm(takeDownSchema, {
    reason: isTakenDown ? (asset.reason ?? "") : "",
    endAccess: asset.accessEndedAt !== undefined,
  });
  const takeDown = useTakeDown();
  const ends = form.watch("endAccess");
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        isTakenDown
          ? t("Change what buyers of “{title}” have?", { title })
          : t("Take down “{title}”?", { title })
      }
      description={
        isTakenDown
          ? t("{about} Its owner is told what you change.", { about: aboutOf(asset) })
          : t(
              "{about} It leaves lists, search and sale at once. Its owner is told the reason and cannot change it until it is put back.",
              { about: aboutOf(asset) },
            )
      }
    >
      <Cover asset={asset} />
      <Form
        form={form}
        onSubmit={async ({ reason, endAccess }) => {
          await takeDown.mutateAsync({ asset, reason, endAccess }).catch((error) => {
            onRefused();
            throw error;
          });
          onDone(
            isTakenDown
              ? t("What buyers of “{title}” have is changed.", { title })
              : t("“{title}” is taken down.", { title }),
          );
        }}
        className="mt-4"
        aria-label={t("Take down")}
      >
        <ReasonField {...field(form, "reason")} />
        <Checkbox label={t("End its buyers’ access, too")} {...form.register("endAccess")} />
        <p role="status" className="rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
          {consequence(asset, ends)}
        </p>
        <FormActions
          form={form}
          verb={isTakenDown ? t("Change") : t("Take down")}
          variant="danger"
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** What it is and whose, and how it stands. */
function aboutOf({ type, performer, isTakenDown, reason, accessEndedAt }: Offered): string {
  const { username } = performer;
  if (!isTakenDown)
    return t(
      "{type, select, gallery {A gallery} video {A video} other {A product}} of {username}.",
      { type, username },
    );
  return t(
    "{type, select, gallery {A gallery} video {A video} other {A product}} of {username}, taken down for “{reason}”; its buyers {access, select, lost {have lost it} other {keep it}}.",
    {
      type,
      username,
      reason: reason ?? "",
      access: accessEndedAt ? "lost" : "kept",
    },
  );
}

/** As its buyers see it. To look at it is on record, so that lists show less of it. */
function Cover({ asset: { cover, title } }: { asset: Offered }) {
  return (
    cover && (
      <img
        src={photoAddress(cover._id, "card")}
        alt={t("Cover of “{title}”", { title })}
        className="mt-4 h-40 w-full rounded-md bg-s2 object-contain"
      />
    )
  );
}

/** What the choice means for those who have paid. */
function consequence({ type, buyers, paid, accessEndedAt }: Offered, ends: boolean): string {
  if (buyers === 0) return t("Nobody has bought it.");
  if (ends) {
    return t(
      "{buyers, plural, one {# buyer} other {# buyers}} paid {paid, plural, one {# token} other {# tokens}} and {buyers, plural, one {loses} other {lose}} access {type, select, video {within seconds, also while watching} other {within seconds}}. No tokens move by themselves: for 14 days each may ask for a refund, however long ago it was bought, and you decide.",
      { buyers, paid, type },
    );
  }
  if (accessEndedAt)
    return t(
      "{buyers, plural, one {# buyer} other {# buyers}} paid {paid, plural, one {# token} other {# tokens}} and {buyers, plural, one {has} other {have}} access again.",
      { buyers, paid },
    );
  return t(
    "{buyers, plural, one {# buyer} other {# buyers}} paid {paid, plural, one {# token} other {# tokens}} and {buyers, plural, one {keeps} other {keep}} what was approved. The usual time for refunds goes on.",
    { buyers, paid },
  );
}

const restoreSchema = z.object({ reason: required() });

/** Puts something back as it was. */
export function RestoreDialog({ asset, onClose, onDone, onRefused }: DialogProps) {
  const { title } = asset;
  const form = useForm(restoreSchema, { reason: "" });
  const restore = useRestore();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Put back “{title}”?", { title })}
      description={t(
        "{about} It is what it was before, also for its buyers. Its owner is told the reason.",
        { about: aboutOf(asset) },
      )}
    >
      <Cover asset={asset} />
      <Form
        form={form}
        onSubmit={async ({ reason }) => {
          await restore.mutateAsync({ asset, reason }).catch((error) => {
            onRefused();
            throw error;
          });
          onDone(t("“{title}” is put back.", { title }));
        }}
        className="mt-4"
        aria-label={t("Put back")}
      >
        <ReasonField {...field(form, "reason")} />
        <FormActions form={form} verb={t("Put back")} variant="soft" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
