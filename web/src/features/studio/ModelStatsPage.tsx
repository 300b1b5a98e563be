import { Download, Users } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { addDays } from "@/lib/range";
import { keywordOf } from "@/lib/search";
import { useRight } from "@/session/useRight";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { buttonClass } from "@/ui/Button";
import { Card, PageHeader, Stat } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { type Column, DataTable } from "@/ui/DataTable";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { RangeFields } from "@/ui/RangeFields";
import { SearchField } from "@/ui/SearchField";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import {
  type ModelStats,
  modelStats,
  type StatsChoice,
  type StatsOrder,
  type Sums,
  statsFile,
} from "./api";
import { t } from "./texts";

const orders: readonly StatsOrder[] = ["name", "hoursOnline", "shows"];
const moneyOrders: readonly StatsOrder[] = ["tokens", "studioNet", "tokensPerHour"];

/** /studio/models/stats: what each of the studio's performers did in a span of days. */
export default function ModelStatsPage() {
  const { model, models } = useLabels();
  useTitle(t("{models} stats", { models }));
  const [query, choose] = useFilters(paths.studio.modelStats);
  const seesEarnings = useRight("studio.earnings");
  const today = new Date().toISOString().slice(0, 10);
  const choice: StatsChoice = {
    fromDay: query.from || addDays(today, -29),
    toDay: query.to || today,
    q: keywordOf(query),
    sortBy:
      [...orders, ...(seesEarnings ? moneyOrders : [])].find((order) => order === query.sortBy) ??
      (seesEarnings ? "tokens" : "hoursOnline"),
    sort: query.sort === "asc" ? "asc" : "desc",
  };
  const [found, page] = useList(paths.studio.modelStats, (offset) => modelStats(choice, offset));
  return (
    <>
      <PageHeader
        title={t("{models} stats", { models })}
        actions={
          <a href={statsFile(choice)} download className={buttonClass("outline")}>
            <Download size={17} aria-hidden />
            {t("CSV")}
          </a>
        }
      >
        {t("What each {model} did while she was in your studio. Days are those of UTC.", {
          model: model.toLowerCase(),
        })}
      </PageHeader>
      <div className="mb-5 grid gap-3">
        <fieldset className="noscroll flex min-w-0 gap-2 overflow-x-auto">
          <legend className="sr-only">{t("Period")}</legend>
          {spans(today).map(({ id, label, from }) => (
            <Chip
              key={id}
              selected={choice.fromDay === from && choice.toDay === today}
              onClick={() => choose({ from, to: today })}
            >
              {label}
            </Chip>
          ))}
        </fieldset>
        <div className="grid gap-3 sm:grid-cols-[1fr_1fr_2fr]">
          <RangeFields from={choice.fromDay} to={choice.toDay} onChange={choose} />
          <SearchField q={choice.q} label={t("Name")} onSearch={(q) => choose({ q })} />
        </div>
      </div>
      {found.data && (
        <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
          {figures(found.data.all).map(([label, value]) => (
            <Stat key={label} label={label} value={value} />
          ))}
        </dl>
      )}
      <Card flush>
        <DataTable
          label={models}
          columns={columns(model, seesEarnings)}
          rows={rowsOf(found.data)}
          rowKey={({ performer }) => performer._id}
          error={found.error}
          onRetry={() => found.refetch()}
          sort={{ by: choice.sortBy, direction: choice.sort }}
          onSort={({ by, direction }) => choose({ sortBy: by, sort: direction })}
          empty={
            <EmptyState
              title={t("No {models} here", { models: models.toLowerCase() })}
              icon={<Users aria-hidden />}
            >
              {t("{models} that belong to your studio appear here.", { models })}
            </EmptyState>
          }
        />
        <Pagination list={found} {...page} />
      </Card>
    </>
  );
}

function spans(today: string) {
  return [
    { id: "today", label: t("Today"), from: today },
    { id: "week", label: t("7 days"), from: addDays(today, -6) },
    { id: "month", label: t("30 days"), from: addDays(today, -29) },
    { id: "quarter", label: t("90 days"), from: addDays(today, -89) },
  ];
}

/** The sums of everybody; of what was earned those who may see it. */
function figures({ tokens, studioNet, hoursOnline, shows, tokensPerHour }: Sums) {
  const hours = [t("Hours online"), formatNumber(hoursOnline, 1)] as const;
  if (tokens === undefined || studioNet === undefined || tokensPerHour === undefined) {
    return [hours, [t("Shows"), formatNumber(shows, 0)] as const];
  }
  return [
    [t("Tokens"), formatTokens(tokens)] as const,
    [t("The studio's part"), formatTokens(studioNet)] as const,
    hours,
    [t("Tokens per hour"), formatNumber(tokensPerHour)] as const,
  ];
}

function columns(model: string, seesEarnings: boolean): Column<ModelStats>[] {
  const amount = (
    id: "tokens" | "studioNet" | "tokensPerHour",
    header: string,
  ): Column<ModelStats> => ({
    id,
    header,
    numeric: true,
    sortBy: id,
    cell: ({ [id]: value = 0 }) => formatNumber(value),
  });
  return [
    {
      id: "who",
      header: model,
      sortBy: "name",
      cell: ({ performer, status }) => (
        <span className="flex items-center gap-3">
          <Avatar src={performer.avatar} size={36} />
          <span className="min-w-0 text-start">
            <span className="block font-semibold">{performer.name || performer.username}</span>
            <span className="block text-caption text-fg3">@{performer.username}</span>
            {status === "inactive" && <Badge>{t("Inactive")}</Badge>}
          </span>
        </span>
      ),
    },
    {
      id: "hours",
      header: t("Hours online"),
      numeric: true,
      sortBy: "hoursOnline",
      cell: ({ hoursOnline }) => formatNumber(hoursOnline, 1),
    },
    {
      id: "shows",
      header: t("Shows"),
      numeric: true,
      sortBy: "shows",
      cell: ({ shows }) => formatNumber(shows, 0),
    },
    ...(seesEarnings
      ? [
          amount("tokens", t("Tokens")),
          amount("studioNet", t("The studio's part")),
          amount("tokensPerHour", t("Tokens per hour")),
        ]
      : []),
  ];
}
