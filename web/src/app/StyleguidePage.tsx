import { CalendarDays, CircleHelp, Heart, Lock, MoreHorizontal, Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { formatNumber } from "@/lib/format";
import { accepted, email, imageProblem, numberBetween, required } from "@/lib/validate";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge, type BadgeTone, LiveBadge, Verified } from "@/ui/Badge";
import { Button, type ButtonVariant, IconButton } from "@/ui/Button";
import { Card, PageHeader, Stat } from "@/ui/Card";
import { Chip, Tag } from "@/ui/Chip";
import { Coin } from "@/ui/Coin";
import { DataTable, type Sort } from "@/ui/DataTable";
import { Dialog, Drawer, Sheet } from "@/ui/Dialog";
import { Select, Textarea, TextField } from "@/ui/Field";
import { FileDrop } from "@/ui/FileDrop";
import { Form, field, useForm } from "@/ui/Form";
import { Menu, menuItem } from "@/ui/Menu";
import { Pagination } from "@/ui/Pagination";
import { Progress } from "@/ui/Progress";
import { Skeleton } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { EmptyState, ErrorState } from "@/ui/States";
import { Tabs } from "@/ui/Tabs";
import { Checkbox, Switch } from "@/ui/Toggle";
import { Tooltip } from "@/ui/Tooltip";
import { toast } from "@/ui/toast";

/** Every part of the design system in its states. Development builds only. */
export default function StyleguidePage() {
  useTitle("Style guide");
  return (
    <div className="mx-auto grid max-w-[1200px] grid-cols-1 gap-10 px-4 py-8 lg:px-8">
      <PageHeader title="Style guide">Every part in its states, on this theme.</PageHeader>
      <Colours />
      <Type />
      <Buttons />
      <Labels />
      <Fields />
      <Overlays />
      <Data />
      <States />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0" aria-label={title}>
      <h2 className="mb-4 text-h2 font-extrabold tracking-[-.015em]">{title}</h2>
      {children}
    </section>
  );
}

const row = "flex flex-wrap items-center gap-3";

function Colours() {
  const names =
    "bg s1 s2 s3 text text-2 text-3 brand brand-ink brand-soft live ok ok-ink gold gold-ink violet-ink sky-ink danger-ink";
  return (
    <Section title="Colours">
      <div className="grid grid-cols-3 gap-3 md:grid-cols-6">
        {names.split(" ").map((name) => (
          <div key={name}>
            <div
              className="h-14 rounded-md border border-line"
              style={{ background: `var(--${name})` }}
            />
            <p className="mt-1 text-caption text-fg2">{name}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Type() {
  const kinds = [
    ["Display", "text-display font-extrabold tracking-[-.025em]"],
    ["H1", "text-h1 font-extrabold tracking-[-.02em]"],
    ["H2", "text-h2 font-extrabold tracking-[-.015em]"],
    ["H3", "text-h3 font-bold"],
    ["Body", "text-body"],
    ["Label", "text-label font-semibold"],
    ["Caption", "text-caption text-fg2"],
    ["Micro", "text-micro font-bold"],
  ];
  return (
    <Section title="Type">
      <div className="grid gap-3">
        {kinds.map(([name, style]) => (
          <p key={name} className="flex items-baseline gap-6">
            <span className="w-16 shrink-0 text-caption text-fg3">{name}</span>
            <span className={style}>Live tonight at nine</span>
          </p>
        ))}
      </div>
    </Section>
  );
}

function Buttons() {
  const variants: ButtonVariant[] = ["brand", "gold", "soft", "outline", "ghost", "danger"];
  return (
    <Section title="Buttons">
      <div className={row}>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant === "gold" && <Coin />}
            {variant}
          </Button>
        ))}
        <Button variant="brand" pending>
          Send 25 tokens
        </Button>
        <Button variant="brand" disabled>
          Disabled
        </Button>
        <Button variant="brand" size="lg">
          Large
        </Button>
        <Button size="sm">Small</Button>
        <IconButton label="Favorite" variant="outline">
          <Heart size={18} aria-hidden />
        </IconButton>
        <IconButton label="More">
          <MoreHorizontal size={18} aria-hidden />
        </IconButton>
        <Tooltip text="Only you can see this">
          <IconButton label="Help" size="sm">
            <CircleHelp size={18} aria-hidden />
          </IconButton>
        </Tooltip>
      </div>
    </Section>
  );
}

function Labels() {
  const tones: BadgeTone[] = ["neutral", "brand", "ok", "gold", "danger", "violet", "sky"];
  const pictureTones: BadgeTone[] = ["vip", "new", "private", "group", "overlay"];
  const [chip, setChip] = useState("All");
  return (
    <Section title="Labels">
      <div className="grid gap-4">
        <div className={row}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <LiveBadge />
          {pictureTones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Verified />
          <Coin size={22} />
        </div>
        <div className={row}>
          {["All", "New", "Vip", "Group Chat"].map((name) => (
            <Chip key={name} selected={chip === name} onClick={() => setChip(name)}>
              {name}
            </Chip>
          ))}
          <Tag>#music</Tag>
          <Tag>English</Tag>
        </div>
        <div className={row}>
          <Avatar src={undefined} size={56} live alt="Somebody who is live" />
          <Avatar src={undefined} size={40} />
          <Progress label="Goal" value={1240} max={2000} className="w-60" />
          <Spinner />
        </div>
      </div>
    </Section>
  );
}

const person = z.object({
  name: required(),
  email: email(),
  tip: numberBetween(15, 50),
  about: z.string(),
  country: required(),
  terms: accepted(),
  news: z.boolean(),
});

function Fields() {
  const form = useForm(person, {
    name: "",
    email: "nina@example",
    tip: "17",
    about: "",
    country: "",
    terms: false,
    news: true,
  });
  const [image, setImage] = useState<File>();
  return (
    <Section title="Fields">
      <Card>
        <Form form={form} onSubmit={async () => toast.success("Saved")}>
          <div className="grid gap-5 md:grid-cols-2">
            <TextField label="Name" required {...field(form, "name")} />
            <TextField label="Email" type="email" {...field(form, "email")} />
            <TextField
              label="Tokens"
              inputMode="decimal"
              hint="From 15 to 50"
              {...field(form, "tip")}
            />
            <Select
              label="Country"
              placeholder="Choose"
              options={[
                { value: "PT", label: "Portugal" },
                { value: "FR", label: "France" },
              ]}
              {...field(form, "country")}
            />
            <Textarea label="About" placeholder="A few words" {...field(form, "about")} />
            <FileDrop
              label="Picture"
              accept="image/*"
              value={image}
              onChange={setImage}
              error={image && imageProblem(image)}
              hint="JPG, PNG or WebP, below 2 MB"
            />
            <Checkbox label="I accept the terms" {...field(form, "terms")} />
            <Switch label="News by mail" hint="At most one a week" {...field(form, "news")} />
          </div>
          <Button type="submit" variant="brand" className="justify-self-end">
            <Send size={16} aria-hidden />
            Save
          </Button>
        </Form>
      </Card>
    </Section>
  );
}

function Overlays() {
  const [open, setOpen] = useState<"dialog" | "sheet" | "drawer">();
  const close = () => setOpen(undefined);
  return (
    <Section title="Overlays">
      <div className={row}>
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("sheet")}>Sheet</Button>
        <Button onClick={() => setOpen("drawer")}>Drawer</Button>
        <Menu
          label="Open a menu"
          trigger="Menu"
          align="start"
          triggerClassName="h-11 rounded-md bg-s2 px-4 text-label font-semibold"
          className="w-52"
        >
          {["Edit", "Duplicate", "Remove"].map((name) => (
            <button key={name} type="button" role="menuitem" className={menuItem}>
              {name}
            </button>
          ))}
        </Menu>
        <Button onClick={() => toast.success("kit_kat has tipped 25 tokens.")}>Toast</Button>
        <Button onClick={() => toast.error("Something went wrong!")}>Error toast</Button>
      </div>
      <Dialog
        open={open === "dialog"}
        onClose={close}
        title="Stop the show?"
        description="Everyone watching will see the poster."
        actions={
          <>
            <Button variant="outline" onClick={close}>
              Keep going
            </Button>
            <Button variant="brand" onClick={close}>
              Stop
            </Button>
          </>
        }
      />
      <Sheet open={open === "sheet"} onClose={close} title="Send a tip">
        <p className="text-fg2">From the bottom on a phone.</p>
      </Sheet>
      <Drawer open={open === "drawer"} onClose={close} title="Menu">
        <p className="text-fg2">From the side.</p>
      </Drawer>
    </Section>
  );
}

const sales = [
  { id: "1", date: "21 Nov 2026, 20:46", from: "kit_kat", net: 164.5, state: "Settled" },
  { id: "2", date: "21 Nov 2026, 12:24", from: "sable", net: 36.4, state: "Pending" },
  { id: "3", date: "20 Nov 2026, 03:02", from: "ten4", net: 1188.3, state: "Refunded" },
];

function Data() {
  const [tab, setTab] = useState<"sales" | "empty" | "waiting">("sales");
  const [sort, setSort] = useState<Sort>({ by: "createdAt", direction: "desc" });
  const [offset, setOffset] = useState(0);
  return (
    <Section title="Data">
      <dl className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat label="Net earnings" value="8,412.60" icon={<Coin size={16} />} note="+12.4%" />
        <Stat label="Tips" value="5,120" />
        <Stat label="Hours online" value="96.5" icon={<CalendarDays size={16} aria-hidden />} />
        <Stat label="Pending payout" value="1,940.00" />
      </dl>
      <Tabs
        label="Tables"
        tabs={[
          { id: "sales", label: "Sales", count: 3 },
          { id: "empty", label: "Empty" },
          { id: "waiting", label: "Loading" },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <Card title="Transactions" flush>
          <DataTable
            label="Transactions"
            rows={tab === "sales" ? sales : tab === "empty" ? [] : undefined}
            rowKey={(sale) => sale.id}
            sort={sort}
            onSort={setSort}
            columns={[
              { id: "date", header: "Date", cell: (sale) => sale.date, sortBy: "createdAt" },
              { id: "from", header: "From", cell: (sale) => <b>{sale.from}</b> },
              { id: "net", header: "Net", numeric: true, cell: (sale) => formatNumber(sale.net) },
              {
                id: "state",
                header: "Status",
                cell: (sale) => (
                  <Badge tone={sale.state === "Settled" ? "ok" : "gold"}>{sale.state}</Badge>
                ),
              },
            ]}
          />
          <Pagination
            list={{ data: { total: 240 } }}
            offset={offset}
            limit={25}
            onMove={setOffset}
          />
        </Card>
      </Tabs>
    </Section>
  );
}

function States() {
  return (
    <Section title="States">
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <EmptyState
            title="In a private show"
            icon={<Lock aria-hidden />}
            action={<Button variant="brand">Notify me</Button>}
          >
            Nina is away for now. Ask to be told when she is back.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            error={new ApiError(500, "Error occured, please try again later")}
            onRetry={() => toast.info("Trying again")}
          />
        </Card>
        <div className="grid grid-cols-3 gap-4 md:col-span-2" aria-busy="true">
          {["a", "b", "c"].map((key) => (
            <Skeleton key={key} className="aspect-[4/5] rounded-lg" />
          ))}
        </div>
      </div>
    </Section>
  );
}
