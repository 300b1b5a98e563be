import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { minorText } from "@/lib/money";
import { formatDateTime } from "@/lib/time";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useParam } from "@/ui/useAddress";
import {
  type Fact,
  type IntentDecision,
  intent,
  type PaymentFile,
  useDecideIntent,
  useReconcileOne,
} from "./api";
import { Proposals } from "./Proposals";
import { ReasonedDialog } from "./ReasonedDialog";
import { t } from "./texts";
import { byHand, caseStatuses, inWords, oddStatuses, statuses } from "./words";

/** /admin/payments/:id: all that is known of one payment, and what can be decided about it. */
export default function AdminPaymentPage() {
  useTitle(t("Payment"));
  const id = useParam(paths.admin.payment);
  const found = useQuery(intent(id));
  return (
    <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
      {(data) => <Opened file={data} />}
    </Loaded>
  );
}

function Opened({ file }: { file: PaymentFile }) {
  const { label, tone } = statuses()[file.status];
  return (
    <>
      <PageHeader title={t("Payment")} actions={<Acts file={file} />}>
        <Link href={paths.admin.payments()} className="text-brand-ink underline">
          {t("All payments")}
        </Link>{" "}
        · <code>{file._id}</code>
      </PageHeader>
      <Proposals kinds={["outcome", "refund"]} about={file._id} />
      <div className="grid gap-5">
        <Card
          title={file.kind === "purchase" ? file.package : byHand(file.kind)}
          aside={<Badge tone={tone}>{label}</Badge>}
        >
          <Facts file={file} />
        </Card>
        <Card title={t("Events")} flush>
          <DataTable
            label={t("Events")}
            columns={factColumns(file.currency)}
            rows={file.events}
            rowKey={(row) => row.key}
            empty={<EmptyState title={t("The gateway has told nothing yet")} />}
          />
        </Card>
        <Related file={file} />
      </div>
    </>
  );
}

type Line = { name: string; value: ReactNode };

function Facts({ file }: { file: PaymentFile }) {
  const money = (minor: number) => `${minorText(minor, file.currency)} ${file.currency}`;
  const lines: Line[] = [
    {
      name: t("Account"),
      value: (
        <Link
          href={paths.admin.statement(file.accountId)}
          title={t("Statement of {accountId}", { accountId: file.accountId })}
          className="hover:underline"
        >
          {file.username}
        </Link>
      ),
    },
    {
      name: t("Tokens that moved"),
      value: (
        <Link href={paths.admin.transfers({ q: file._id })} className="hover:underline">
          {t("Transfers")}
        </Link>
      ),
    },
    { name: t("Gateway"), value: file.gateway },
    { name: t("Price"), value: file.price === 0 ? "–" : money(file.price) },
    {
      name: t("Tokens"),
      value: t("{tokens} and {bonus} bonus", { tokens: file.tokens, bonus: file.bonus }),
    },
    { name: t("Begun"), value: formatDateTime(file.createdAt) },
    { name: t("Paid"), value: file.paidAt ? formatDateTime(file.paidAt) : "–" },
    { name: t("Given back"), value: file.refunded === 0 ? "–" : money(file.refunded) },
    {
      name: t("Dispute"),
      value: file.dispute
        ? t("{state, select, open {open} won {won} other {lost}}, {amount}", {
            state: file.dispute,
            amount: money(file.disputed),
          })
        : "–",
    },
    {
      name: t("The vendor's names"),
      value: [file.session, file.sale].filter(Boolean).join(", ") || "–",
    },
    { name: t("Asked about"), value: `${file.checks}×` },
    { name: t("Reference"), value: file.reference },
    { name: t("Reason"), value: file.reason },
    { name: t("Entered by"), value: file.enteredBy },
    { name: t("Approved by"), value: file.approvedBy },
  ].filter(({ value }) => value !== undefined && value !== "");
  return (
    <>
      {file.surplus && (
        <Note>{t("More was paid than the price. The surplus is to be given back.")}</Note>
      )}
      {file.parked && (
        <Note>{t("It was taken back before it is known to be paid. It waits for that.")}</Note>
      )}
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {lines.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 text-label">
            <dt className="font-normal text-fg2">{name}</dt>
            <dd className="tnum min-w-0 text-end [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className="mb-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">{children}</p>
  );
}

function factColumns(currency: string): Column<Fact>[] {
  return [
    { id: "when", header: t("Received"), cell: ({ receivedAt }) => formatDateTime(receivedAt) },
    { id: "kind", header: t("What"), cell: ({ kind }) => inWords(kind) },
    {
      id: "amount",
      header: t("Amount"),
      numeric: true,
      cell: ({ amount }) => (amount === 0 ? "–" : minorText(amount, currency)),
    },
    {
      id: "source",
      header: t("From"),
      cell: ({ notificationId, forged }) => {
        if (forged) return <Badge tone="danger">{t("Forged: counts for nothing")}</Badge>;
        return notificationId ? t("Notification") : t("Asked, or by hand");
      },
    },
    { id: "key", header: t("Key"), cell: ({ key }) => <code className="text-caption">{key}</code> },
  ];
}

/** What else came of it: quarantine, receivables, refunds. */
function Related({ file }: { file: PaymentFile }) {
  const { quarantine, receivables, refunds, currency } = file;
  if (quarantine.length + receivables.length + refunds.length === 0) return null;
  return (
    <Card title={t("What came of it")}>
      <ul className="grid gap-3 text-label">
        {quarantine.map((odd) => (
          <li key={odd._id} className="flex flex-wrap items-center gap-2">
            <Link href={paths.admin.quarantine()} className="hover:underline">
              {t("In quarantine: {kind}", { kind: inWords(odd.kind) })}
            </Link>
            <Badge tone={oddStatuses()[odd.status].tone}>{oddStatuses()[odd.status].label}</Badge>
          </li>
        ))}
        {receivables.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center gap-2">
            <Link
              href={paths.admin.receivables({ accountId: one.accountId })}
              className="hover:underline"
            >
              {t("{cause}: {taken, plural, one {# token} other {# tokens}} taken, {owed} owed", {
                cause: inWords(one.cause),
                taken: one.taken,
                owed: one.owed,
              })}
            </Link>
            <Badge tone={caseStatuses()[one.status].tone}>{caseStatuses()[one.status].label}</Badge>
          </li>
        ))}
        {refunds.map((one) => (
          <li key={one._id}>
            {t("Refund of {amount}, {state}: {reason}", {
              amount: `${minorText(one.amount, currency)} ${currency}`,
              state: inWords(one.status),
              reason: one.reason,
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Choice = { act: IntentDecision; verb: string; description: string; done: string };

const refund = (): Choice => ({
  act: "refund",
  verb: t("Refund"),
  description: t(
    "The unspent tokens are taken first, then the gateway gives that part of the money back.",
  ),
  done: t("The refund is under way."),
});
const won = (): Choice => ({
  act: "won",
  verb: t("Dispute won"),
  description: t("Tokens return, what is held is released, and spending is free again."),
  done: t("The outcome is recorded."),
});
const appeal = (): Choice => ({
  act: "won",
  verb: t("Won on appeal"),
  description: won().description,
  done: won().done,
});
const outcomes = (): Choice[] => [
  won(),
  {
    act: "lost",
    verb: t("Dispute lost"),
    description: t(
      "What is held of the earnings covers the loss. Only an appeal can change it later.",
    ),
    done: t("The outcome is recorded."),
  },
];
const entryChoices = (): Choice[] => [
  {
    act: "approve",
    verb: t("Approve"),
    description: t("The entry is booked at once."),
    done: t("The entry is booked."),
  },
  {
    act: "reject",
    verb: t("Reject"),
    description: t("Nothing is booked, and its reference is used up."),
    done: t("The entry is rejected."),
  },
];

function choicesFor(file: PaymentFile, me: string | undefined): Choice[] {
  if (file.kind !== "purchase") {
    const waits = file.status === "created" || file.status === "pending";
    // Nobody is the second admin of an own entry; it can still be taken back.
    return waits
      ? entryChoices().filter(({ act }) => act === "reject" || file.enteredBy !== me)
      : [];
  }
  if (file.dispute === "open") return outcomes();
  if (file.dispute === "lost") return [appeal()];
  return file.status === "paid" ? [refund()] : [];
}

function Acts({ file }: { file: PaymentFile }) {
  const { session } = useSession();
  const ask = useReconcileOne();
  const decide = useDecideIntent();
  const [choice, setChoice] = useState<Choice>();
  const own =
    file.kind !== "purchase" && file.status === "created" && file.enteredBy === session?.username;
  return (
    <>
      {own && <Badge tone="gold">{t("Another admin has to approve it")}</Badge>}
      {file.kind === "purchase" && (
        <Button
          variant="outline"
          pending={ask.isPending}
          onClick={() =>
            ask.mutate(file._id, {
              onSuccess: () => toast.success(t("The gateway was asked.")),
              onError: (error) => toast.error(messageOf(error)),
            })
          }
        >
          <RefreshCw size={17} aria-hidden />
          {t("Ask the gateway")}
        </Button>
      )}
      {choicesFor(file, session?.username).map((one) => (
        <Button
          key={one.act}
          variant={one.act === "approve" ? "brand" : "outline"}
          onClick={() => setChoice(one)}
        >
          {one.verb}
        </Button>
      ))}
      {choice && (
        <ReasonedDialog
          title={t("{verb}?", { verb: choice.verb })}
          {...choice}
          onDecide={(reason) => decide.mutateAsync({ id: file._id, act: choice.act, reason })}
          onClose={() => setChoice(undefined)}
        />
      )}
    </>
  );
}
