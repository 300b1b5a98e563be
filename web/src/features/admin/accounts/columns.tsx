import { Ellipsis } from "lucide-react";
import { paths } from "@/app/paths";
import { formatDate } from "@/lib/time";
import { Avatar } from "@/ui/Avatar";
import { Badge, Verified } from "@/ui/Badge";
import type { Column } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { Menu, menuItem } from "@/ui/Menu";
import type { Account } from "./api";
import { t } from "./texts";
import { isStatus, roles, statusTones } from "./words";

type Options = {
  model: string;
  /** Ids of those who are VIPs. */
  vips: readonly string[];
  /** Asks for a suspension, or for lifting one. */
  onClose: (account: Account) => void;
  onVip: (account: Account, vip: boolean) => void;
};

export function accountColumns(options: Options): Column<Account>[] {
  const { model, vips } = options;
  return [
    {
      id: "who",
      header: t("Account"),
      cell: ({ _id, avatar, name, username }) => (
        <span className="flex items-center gap-3">
          <Avatar src={avatar} size={36} />
          <span className="min-w-0 text-start">
            <span className="flex items-center gap-1.5 font-semibold">
              {name || username}
              {vips.includes(_id) && <Badge tone="vip">{t("VIP")}</Badge>}
            </span>
            <span className="block text-caption text-fg3">@{username}</span>
          </span>
        </span>
      ),
    },
    {
      id: "email",
      header: t("Email"),
      cell: ({ email, emailVerified }) => (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <span className="truncate">{email}</span>
          {emailVerified && <Verified />}
        </span>
      ),
    },
    {
      id: "role",
      header: t("Role"),
      cell: ({ role }) => roles(model).find(({ value }) => value === role)?.label ?? role,
    },
    { id: "status", header: t("Status"), cell: (account) => <StatusBadge account={account} /> },
    { id: "since", header: t("Since"), cell: ({ createdAt }) => formatDate(createdAt) },
    {
      id: "acts",
      header: "",
      numeric: true,
      cell: (account) => <Acts account={account} {...options} />,
    },
  ];
}

function StatusBadge({ account: { status, statusReason } }: { account: Account }) {
  return (
    <span title={statusReason}>
      <Badge tone={isStatus(status) ? statusTones[status] : "neutral"}>
        {t(
          "{status, select, active {active} inactive {inactive} suspended {suspended} other {{status}}}",
          { status },
        )}
      </Badge>
    </span>
  );
}

function Acts({ account, vips, onClose, onVip }: { account: Account } & Options) {
  const { _id, role, status, username } = account;
  const isVip = vips.includes(_id);
  return (
    <Menu
      label={t("What to do with {username}", { username })}
      trigger={<Ellipsis size={18} aria-hidden />}
      triggerClassName="grid size-11 place-items-center rounded-sm text-fg2 hover:bg-s2 hover:text-fg"
      className="w-56"
    >
      {role !== "admin" && (
        <button type="button" role="menuitem" className={menuItem} onClick={() => onClose(account)}>
          {status === "suspended" ? t("Restore") : t("Suspend")}
        </button>
      )}
      {role === "performer" && (
        <button
          type="button"
          role="menuitem"
          className={menuItem}
          onClick={() => onVip(account, !isVip)}
        >
          {isVip ? t("Take out of the VIPs") : t("Make a VIP")}
        </button>
      )}
      {role === "studio" && (
        <Link
          role="menuitem"
          href={paths.admin.studioDocuments(account.studioId ?? _id)}
          className={menuItem}
        >
          {t("Documents")}
        </Link>
      )}
      {role === "performer" && (
        <Link role="menuitem" href={paths.room(username)} className={menuItem}>
          {t("Open the room")}
        </Link>
      )}
      {role !== "admin" && (
        <Link role="menuitem" href={paths.admin.statement(_id)} className={menuItem}>
          {t("Statement")}
        </Link>
      )}
      <Link
        role="menuitem"
        href={paths.admin.audit({ subject: `account:${_id}` })}
        className={menuItem}
      >
        {t("Audit log")}
      </Link>
    </Menu>
  );
}
