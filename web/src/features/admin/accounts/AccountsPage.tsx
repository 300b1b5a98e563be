import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { keywordOf } from "@/lib/search";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Select } from "@/ui/Field";
import { ListPage } from "@/ui/ListPage";
import { lazyPart } from "@/ui/lazyPart";
import { SearchField } from "@/ui/SearchField";
import { EmptyState, LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useFilters, useList } from "@/ui/useList";
import { type Account, accounts, useAct, vips } from "./api";
import { accountColumns } from "./columns";
import { InviteAdmin } from "./InviteAdmin";
import { erasures } from "./pages";
import { t } from "./texts";
import { isRole, isStatus, roles, statuses } from "./words";

const ReasonDialog = lazyPart(() => import("./ReasonDialog").then((file) => file.ReasonDialog));

/** /admin/accounts: everybody, found by name, role and status. */
export default function AccountsPage() {
  useTitle(t("Accounts"));
  const { model } = useLabels();
  const [query, choose] = useFilters(paths.admin.accounts);
  const [closing, setClosing] = useState<Account>();
  const act = useAct();
  const { role, status } = query;
  const q = keywordOf(query);
  const [list, page] = useList(paths.admin.accounts, (offset) =>
    accounts({
      q,
      role: isRole(role) ? role : undefined,
      status: isStatus(status) ? status : undefined,
      offset,
    }),
  );
  const vip = useQuery(vips());

  function setVip({ _id, username }: Account, isVip: boolean) {
    act.mutate(
      { kind: "vip", id: _id, vip: isVip },
      {
        onSuccess: () =>
          toast.success(
            isVip
              ? t("{username} is a VIP.", { username })
              : t("{username} is no VIP.", { username }),
          ),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  }

  return (
    <ListPage
      title={t("Accounts")}
      actions={
        <>
          <LinkButton href={erasures()} variant="outline">
            {t("Erasures")}
          </LinkButton>
          <InviteAdmin />
        </>
      }
      lead={t("Find somebody, suspend or restore, choose the VIPs.")}
      filters={
        <>
          <div className="grid gap-3 px-4 pt-4 pb-3 sm:grid-cols-[minmax(0,1fr)_180px_180px]">
            <SearchField
              q={q}
              label={t("Username, name or email")}
              verb={t("Find")}
              onSearch={(words) => choose({ q: words })}
            />
            <Select
              label={t("Role")}
              placeholder={t("All roles")}
              options={roles(model)}
              value={role ?? ""}
              onChange={(event) => choose({ role: event.target.value })}
            />
            <Select
              label={t("Status")}
              placeholder={t("Any status")}
              options={statuses()}
              value={status ?? ""}
              onChange={(event) => choose({ status: event.target.value })}
            />
          </div>
          <LoadFailure query={vip} what={t("Who is a VIP")} inset />
        </>
      }
      list={list}
      page={page}
      columns={accountColumns({
        model,
        vips: vip.data ?? [],
        onClose: setClosing,
        onVip: setVip,
      })}
      rowKey={(row) => row._id}
      empty={
        <EmptyState title={t("Nobody matches")}>{t("Try other words or another role.")}</EmptyState>
      }
    >
      <ReasonDialog
        key={closing?._id}
        account={closing}
        onClose={() => setClosing(undefined)}
        onDone={(text) => {
          setClosing(undefined);
          toast.success(text);
        }}
      />
    </ListPage>
  );
}
