import { useQuery } from "@tanstack/react-query";
import { Film, HardDrive } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatBytes } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { titleOf } from "@/recordings/words";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Stat } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ListPage } from "@/ui/ListPage";
import { EmptyState, LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useList } from "@/ui/useList";
import { performerMe, type Recording, recordings, space, useDelete, useShare } from "./api";
import { columns } from "./columns";
import { PlayDialog } from "./PlayDialog";
import { t } from "./texts";

/** /account/performer/recordings: the shows that were kept for me, to watch, take away and delete. */
export default function RecordingsPage() {
  useTitle(t("Recordings"));
  const [list, page] = useList(paths.performer.recordings, (offset) => recordings(offset));
  const [playing, setPlaying] = useState<Recording>();
  const [leaving, setLeaving] = useState<Recording>();
  const [sharing, setSharing] = useState<Recording>();
  const remove = useDelete();
  const share = useShare();

  async function erase({ _id }: Recording) {
    await remove.mutateAsync(_id);
    toast.success(t("The recording is deleted."));
  }

  async function change({ _id, sharedAt }: Recording) {
    const { viewers } = await share.mutateAsync({ id: _id, shared: !sharedAt });
    toast.success(
      sharedAt
        ? t("Only you can watch it now.")
        : t("{count, plural, one {# member} other {# members}} can watch it now.", {
            count: viewers,
          }),
    );
  }

  return (
    <ListPage
      title={t("Recordings")}
      actions={
        <LinkButton href={paths.performer.profile()} variant="outline">
          {t("Recording settings")}
        </LinkButton>
      }
      lead={t(
        "Your shows as you gave them. Only you can watch them, unless you share one with those who paid in it; a member's camera is never recorded.",
      )}
      above={<Used />}
      list={list}
      page={page}
      columns={columns({ onPlay: setPlaying, onShare: setSharing, onDelete: setLeaving })}
      rowKey={({ _id }) => _id}
      empty={<Empty />}
    >
      {playing && <PlayDialog recording={playing} onClose={() => setPlaying(undefined)} />}
      {sharing && (
        <ConfirmDialog
          open
          onClose={() => setSharing(undefined)}
          tone="brand"
          {...question(sharing)}
          onConfirm={() => change(sharing)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          title={t("Delete this recording?")}
          description={t(
            "“{title}”, {length}, is deleted for good. There is no copy; download it first if you want to keep it.",
            { title: titleOf(leaving), length: formatDuration(leaving.seconds * 1000) },
          )}
          verb={t("Delete for good")}
          onConfirm={() => erase(leaving)}
        />
      )}
    </ListPage>
  );
}

/** What sharing one means, or no longer sharing it. */
function question(recording: Recording) {
  const title = titleOf(recording);
  if (recording.sharedAt)
    return {
      title: t("Stop sharing “{title}”?", { title }),
      description: t("Nobody but you can watch it any more, not even who is watching it now."),
      verb: t("Stop sharing"),
    };
  return {
    title: t("Share “{title}”?", { title }),
    description:
      recording.type === "public"
        ? t(
            "Members who tipped in this show can watch it again, as long as you share it and do not block them. They are told.",
          )
        : t(
            "Members who paid for a place in this show can watch it again, as long as you share it and do not block them. They are told.",
          ),
    verb: t("Share"),
  };
}

/** What all recordings take together. */
function Used() {
  const used = useQuery(space());
  const { data } = used;
  if (!data?.recordings) return <LoadFailure query={used} what={t("How much is stored")} />;
  return (
    <dl className="mb-5 grid max-w-[560px] grid-cols-2 gap-3">
      <Stat
        label={t("Storage used")}
        icon={<HardDrive size={16} aria-hidden />}
        value={formatBytes(data.bytes)}
      />
      <Stat
        label={t("Length")}
        icon={<Film size={16} aria-hidden />}
        value={formatDuration(data.seconds * 1000)}
        note={t("{count, plural, one {# recording} other {# recordings}}", {
          count: data.recordings,
        })}
      />
    </dl>
  );
}

function Empty() {
  const me = useQuery(performerMe());
  if (me.data === undefined) return <LoadFailure query={me} what={t("Whether recording is on")} />;
  const isOn = me.data.broadcast.record === true;
  return (
    <EmptyState
      title={t("No recordings yet")}
      icon={<Film aria-hidden />}
      action={
        isOn ? (
          <LinkButton href={paths.live()} variant="brand">
            {t("Go live")}
          </LinkButton>
        ) : (
          <LinkButton href={paths.performer.profile()} variant="brand">
            {t("Switch recording on")}
          </LinkButton>
        )
      }
    >
      {isOn
        ? t("Recording is on: your next show is kept here.")
        : t(
            "Recording is off. Switch it on in your profile under “Private and group shows”, and your shows are kept here.",
          )}
    </EmptyState>
  );
}
