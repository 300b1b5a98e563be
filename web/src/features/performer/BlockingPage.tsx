import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError, messageOf } from "@/api/errors";
import { formatDate } from "@/lib/time";
import { required } from "@/lib/validate";
import { countryChoices } from "@/performers/choices";
import { countries } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState, LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { UnsavedGuard } from "@/ui/UnsavedGuard";
import {
  type BlockingList,
  blocking,
  useBlockCountries,
  useBlockMember,
  useUnblockUser,
} from "./api";
import { PickList } from "./PickList";
import { t } from "./texts";

/** /account/performer/geo-block, labelled Blocking (spec §2): countries and people who do not see me. */
export default function BlockingPage() {
  useTitle(t("Blocking"));
  const list = useQuery(blocking());
  return (
    <div className="max-w-[860px]">
      <PageHeader title={t("Blocking")}>
        {t("Who is blocked finds neither you nor your room, and is cut off at once when watching.")}
      </PageHeader>
      {list.error && list.data === undefined && (
        <ErrorState error={list.error} onRetry={list.refetch} />
      )}
      {list.isPending && <Skeleton className="h-72 w-full rounded-lg" />}
      {list.data && (
        <div className="grid gap-5">
          <CountriesCard blocked={list.data.countries} />
          <PeopleCard users={list.data.users} />
        </div>
      )}
    </div>
  );
}

function CountriesCard({ blocked }: { blocked: readonly string[] }) {
  const all = useQuery(countries());
  const block = useBlockCountries();
  const [picked, setPicked] = useState(blocked);
  const isDirty = [...picked].sort().join() !== [...blocked].sort().join();

  function save() {
    block.mutate([...picked], {
      onSuccess: () => toast.success(t("Saved")),
    });
  }

  return (
    <Card title={t("Countries")}>
      <div className="grid gap-5">
        <PickList
          label={t("Blocked countries")}
          placeholder={t("Block a country")}
          options={countryChoices(all.data)}
          picked={picked}
          error={block.error ? messageOf(block.error) : undefined}
          onChange={setPicked}
        />
        <LoadFailure query={all} what={t("The list of countries")} />
        <UnsavedGuard dirty={isDirty} />
        <div className="flex items-center justify-end gap-3">
          {isDirty && <span className="text-caption text-gold-ink">{t("Not saved yet")}</span>}
          <Button variant="brand" disabled={!isDirty} pending={block.isPending} onClick={save}>
            {t("Save countries")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

const named = z.object({ username: required() });

/** Blocks a member by the name that her room and her lists show. */
function BlockForm() {
  const block = useBlockMember();
  const form = useForm(named, { username: "" });

  async function add({ username }: z.output<typeof named>) {
    try {
      await block.mutateAsync(username);
    } catch (error) {
      const refused = error instanceof ApiError && error.fields.usernames;
      if (!refused) throw error;
      form.setError("username", { message: refused });
      return;
    }
    form.reset();
    toast.success(t("{username} is blocked.", { username }));
  }

  return (
    <Form form={form} onSubmit={add} aria-label={t("Block a member")} className="mb-5">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label={t("Username")}
            autoComplete="off"
            autoCapitalize="none"
            hint={t("As it stands in your room, your tips and your private requests.")}
            {...field(form, "username")}
          />
        </div>
        <Button
          type="submit"
          variant="outline"
          className="mt-6.5"
          pending={form.formState.isSubmitting}
        >
          {t("Block")}
        </Button>
      </div>
    </Form>
  );
}

function PeopleCard({ users }: { users: BlockingList["users"] }) {
  const unblock = useUnblockUser();
  return (
    <Card title={t("People")}>
      <BlockForm />
      {users.length === 0 ? (
        <EmptyState title={t("Nobody is blocked")} icon={<UserX aria-hidden />}>
          {t("Block somebody by name here, or from the list of viewers in your show.")}
        </EmptyState>
      ) : (
        <ul className="grid divide-y divide-line">
          {users.map(({ _id, username, name, avatar, blockedAt }) => (
            <li key={_id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Avatar src={avatar} size={40} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-label font-semibold">{name || username}</span>
                <span className="block text-caption text-fg3">
                  {t("@{username}, since {blockedAt}", {
                    username,
                    blockedAt: formatDate(blockedAt),
                  })}
                </span>
              </span>
              <Button
                size="sm"
                variant="outline"
                aria-label={t("Unblock {username}", { username })}
                pending={unblock.isPending && unblock.variables === _id}
                onClick={() =>
                  unblock.mutate(_id, { onError: (error) => toast.error(messageOf(error)) })
                }
              >
                {t("Unblock")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
