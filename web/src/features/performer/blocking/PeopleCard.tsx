import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { formatDate } from "@/lib/time";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError, TextField } from "@/ui/Field";
import { EmptyState, LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useSettled } from "@/ui/useSettled";
import { t } from "../texts";
import { type Blocked, type Found, membersFound, useBlock, useUnblockUser } from "./api";
import { maxReason, ReasonButton } from "./ReasonButton";

/** The members who are blocked, and a search for those who shall be. */
export function PeopleCard({ users }: { users: readonly Blocked[] }) {
  const unblock = useUnblockUser();
  return (
    <Card title={t("People")}>
      <MemberSearch />
      {users.length === 0 ? (
        <EmptyState title={t("Nobody is blocked")} icon={<UserX aria-hidden />}>
          {t("Block somebody by name here, or from the list of viewers in your show.")}
        </EmptyState>
      ) : (
        <ul className="grid divide-y divide-line">
          {users.map(({ _id, username, name, avatar, blockedAt, reason }) => (
            <li key={_id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Avatar src={avatar} size={40} />
              <span className="min-w-0 flex-1 basis-40">
                <span className="block truncate text-label font-semibold">{name || username}</span>
                <span className="block text-caption text-fg3">
                  {t("@{username}, since {blockedAt}", {
                    username,
                    blockedAt: formatDate(blockedAt),
                  })}
                </span>
                {reason && (
                  <span className="block text-caption text-fg2 [overflow-wrap:anywhere]">
                    {reason}
                  </span>
                )}
              </span>
              <ReasonButton kind="user" value={_id} name={username} reason={reason} />
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

/** Finds whom she has met by a part of the name, anybody else by the whole username. */
function MemberSearch() {
  const [words, setWords] = useState("");
  const [reason, setReason] = useState("");
  const q = useSettled(words.trim());
  const found = useQuery(membersFound(q));
  const block = useBlock();

  function add({ _id, username }: Found) {
    const change = { userIds: [_id], ...(reason.trim() && { reason: reason.trim() }) };
    block.mutate(change, {
      onSuccess: () => {
        setWords("");
        setReason("");
        toast.success(t("{username} is blocked.", { username }));
      },
    });
  }

  return (
    <section className="mb-6 grid gap-4" aria-label={t("Block a member")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Search for a member")}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={100}
          hint={t("People from your rooms and conversations; anybody else by the exact username.")}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <TextField
          label={t("Why, if you like")}
          hint={t("Only you read it.")}
          maxLength={maxReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <LoadFailure query={found} what={t("The search")} />
      {block.error && <FieldError>{messageOf(block.error)}</FieldError>}
      {q && found.data && (
        <ul aria-label={t("Members found")} className="grid divide-y divide-line">
          {found.data.data.map((member) => (
            <li key={member._id} className="flex items-center gap-3 py-2">
              <Avatar src={member.avatar} size={32} />
              <span className="min-w-0 flex-1 truncate text-label">
                <b className="font-semibold">{member.name || member.username}</b>{" "}
                <span className="text-fg3">@{member.username}</span>
              </span>
              {member.blocked ? (
                <span className="text-caption text-fg3">{t("Blocked")}</span>
              ) : (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={t("Block {username}", { username: member.username })}
                  pending={block.isPending && block.variables.userIds?.[0] === member._id}
                  onClick={() => add(member)}
                >
                  {t("Block")}
                </Button>
              )}
            </li>
          ))}
          {found.data.data.length === 0 && (
            <li className="py-2 text-label text-fg2">{t("There is no member of this name.")}</li>
          )}
        </ul>
      )}
    </section>
  );
}
