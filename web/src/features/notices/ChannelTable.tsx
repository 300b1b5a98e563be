import { Check } from "lucide-react";
import { type Group, groupLook } from "@/notices/groups";
import { field } from "@/ui/Form";
import { Checkbox } from "@/ui/Toggle";
import type { PreferencesForm } from "./choice";
import { t } from "./texts";

type ChannelTableProps = {
  form: PreferencesForm;
  groups: readonly Group[];
  /** Of these everything is listed and mailed in any case. */
  essential: readonly Group[];
};

const channels = () => [
  { id: "app" as const, header: t("On the site") },
  { id: "mail" as const, header: t("Mail") },
  { id: "push" as const, header: t("Devices") },
];

/** What is told by which way. */
export function ChannelTable({ form, groups, essential }: ChannelTableProps) {
  const ways = channels();
  return (
    <table className="w-full text-label">
      <caption className="sr-only">{t("What you are told, and how")}</caption>
      <thead>
        <tr className="border-b border-line text-caption text-fg2">
          <th scope="col" className="px-4 py-2 text-start font-semibold lg:px-5">
            {t("What it is about")}
          </th>
          {ways.map(({ id, header }) => (
            <th
              key={id}
              scope="col"
              className="w-18 px-0.5 py-2 font-semibold hyphens-auto [overflow-wrap:anywhere] max-sm:text-micro sm:w-24"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const { label, icon: Icon } = groupLook(group);
          const isEssential = essential.includes(group);
          return (
            <tr key={group} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2 text-start font-medium lg:px-5">
                <span className="flex items-center gap-3">
                  <Icon size={18} aria-hidden className="shrink-0 text-fg3 max-sm:hidden" />
                  <span>
                    {label}
                    {isEssential && (
                      <span className="block text-caption font-normal text-fg3">
                        {reasonOf(group)}
                      </span>
                    )}
                  </span>
                </span>
              </th>
              {ways.map(({ id, header }) => (
                <td key={id} className="px-1">
                  {isEssential && id !== "push" ? (
                    <Always />
                  ) : (
                    <Checkbox
                      className="justify-center ps-3"
                      label={<span className="sr-only">{`${label}: ${header}`}</span>}
                      {...field(form, `groups.${group}.${id}`)}
                    />
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Always() {
  return (
    <span className="flex flex-col items-center text-micro font-semibold text-fg3">
      <Check size={16} aria-hidden />
      {t("Always")}
    </span>
  );
}

/** Why nobody can do without it. */
function reasonOf(group: Group): string {
  switch (group) {
    case "order":
      return t("An order has deadlines, and somebody’s money is in it.");
    case "payout":
    case "refund":
      return t("It is about money that is yours.");
    case "verification":
      return t("It decides what you may do on the site.");
    default:
      return t("It keeps your account safe.");
  }
}
