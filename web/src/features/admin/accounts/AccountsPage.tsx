import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { offsetOf } from "@/lib/offset";
import { keywordOf } from "@/lib/search";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { DataTable } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { SearchField } from "@/ui/SearchField";
import { EmptyState, LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useSearch } from "@/ui/useAddress";
import { type Account, accounts, pageSize, useAct, vips } from "./api";
import { accountColumns } from "./columns";
import { InviteAdmin } from "./InviteAdmin";
import { ReasonDialog } from "./ReasonDialog";
import { isRole, isStatus, roles, statuses } from "./words";

/** /admin/accounts: everybody, found by name, role and status. */
export default function AccountsPage() {
  useTitle("Accounts");
  const { model } = useLabels();
  const [query, setQuery] = useSearch(paths.admin.accounts);
  const [closing, setClosing] = useState<Account>();
  const act = useAct();
  const { role, status } = query;
  const q = keywordOf(query);
  const offset = offsetOf(query);
  const filter = {
    q,
    role: isRole(role) ? role : undefined,
    status: isStatus(status) ? status : undefined,
    offset,
  };
  const list = useQuery(accounts(filter));
  const vip = useQuery(vips());

  function setVip(account: Account, isVip: boolean) {
    act.mutate(
      { kind: "vip", id: account._id, vip: isVip },
      {
        onSuccess: () => toast.success(`${account.username} is ${isVip ? "a" : "no"} VIP.`),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  }

  return (
    <>
      <PageHeader title="Accounts" actions={<InviteAdmin />}>
        Find somebody, suspend or restore, choose the VIPs.
      </PageHeader>
      <Card flush>
        <div className="grid gap-3 px-4 pt-4 pb-3 sm:grid-cols-[minmax(0,1fr)_180px_180px]">
          <SearchField
            q={q}
            label="Username, name or email"
            verb="Find"
            onSearch={(words) => setQuery({ q: words, offset: "" })}
          />
          <Select
            label="Role"
            placeholder="All roles"
            options={roles(model)}
            value={role ?? ""}
            onChange={(event) => setQuery({ role: event.target.value, offset: "" })}
          />
          <Select
            label="Status"
            placeholder="Any status"
            options={statuses}
            value={status ?? ""}
            onChange={(event) => setQuery({ status: event.target.value, offset: "" })}
          />
        </div>
        <LoadFailure query={vip} what="Who is a VIP" inset />
        <DataTable
          label="Accounts"
          columns={accountColumns({
            model,
            vips: vip.data ?? [],
            onClose: setClosing,
            onVip: setVip,
          })}
          rows={rowsOf(list.data)}
          rowKey={(row) => row._id}
          error={list.error}
          onRetry={list.refetch}
          empty={<EmptyState title="Nobody matches">Try other words or another role.</EmptyState>}
        />
        <Pagination
          list={list}
          offset={offset}
          limit={pageSize}
          onMove={(next) => setQuery({ offset: next })}
        />
      </Card>
      <ReasonDialog
        key={closing?._id}
        account={closing}
        onClose={() => setClosing(undefined)}
        onDone={(text) => {
          setClosing(undefined);
          toast.success(text);
        }}
      />
    </>
  );
}
