import { Disc3, Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import type { Segment, Wheel } from "@/performers/wheel";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { UnsavedGuard } from "@/ui/UnsavedGuard";
import { type Draft, useAddSegment, useChangeSegment, useRemoveSegment } from "./api";
import { chancesOf } from "./geometry";
import { SegmentRow } from "./SegmentRow";
import { TryOut } from "./TryOut";
import { nextColour, suggestion } from "./template";
import { t } from "./texts";

/** What is typed but not saved yet, by segment. */
type Drafts = Readonly<Record<string, Draft>>;

/** The segments of my wheel, with the wheel beside them as it will look. */
export function Editor({ wheel }: { wheel: Wheel }) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const slices = wheel.data.map((segment) => drafts[segment._id] ?? segment);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
      <UnsavedGuard dirty={Object.keys(drafts).length > 0} />
      <Segments wheel={wheel} drafts={drafts} onDrafts={setDrafts} />
      {slices.length > 0 && (
        <Card title={t("Preview")} className="xl:sticky xl:top-[calc(var(--header)+20px)]">
          <TryOut slices={slices} />
        </Card>
      )}
    </div>
  );
}

type SegmentsProps = {
  wheel: Wheel;
  drafts: Drafts;
  onDrafts: (change: (drafts: Drafts) => Drafts) => void;
};

function Segments({ wheel, drafts, onDrafts }: SegmentsProps) {
  const { data: segments, fewest, most } = wheel;
  const add = useAddSegment();
  const change = useChangeSegment();
  const remove = useRemoveSegment();
  const [dragged, setDragged] = useState<string>();
  const chances = chancesOf(segments.map((segment) => drafts[segment._id] ?? segment));
  const fail = { onError: (error: Error) => toast.error(messageOf(error)) };

  function move(segment: Segment, position: number) {
    const { _id: id, label, weight, color } = segment;
    if (position < 0 || position >= segments.length || position === segment.position) return;
    change.mutate({ id, body: { label, weight, color, position } }, fail);
  }

  function drop(segment: Segment) {
    const moved = segments.find(({ _id }) => _id === dragged);
    setDragged(undefined);
    if (moved) move(moved, segment.position);
  }

  function take({ _id, label, weight, color, position }: Segment) {
    remove.mutate(_id, {
      ...fail,
      onSuccess: () =>
        toast.info(t("“{label}” is removed.", { label }), {
          action: {
            label: t("Undo"),
            onClick: () => add.mutate({ label, weight, color, position }, fail),
          },
        }),
    });
  }

  if (segments.length === 0) return <NoSegments pending={add.isPending} onAdd={add.mutateAsync} />;
  return (
    <Card
      title={
        <>
          {t("Segments")} <span className="tnum ms-1 font-normal text-fg3">{segments.length}</span>
        </>
      }
      aside={
        <span className="text-caption text-fg3">{t("Saved as you go, for the next spin")}</span>
      }
    >
      {segments.length < fewest && (
        <p
          role="status"
          className="mb-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink"
        >
          {t(
            "Add {missing} more: the wheel opens with {fewest, plural, one {# segment} other {# segments}}.",
            { missing: fewest - segments.length, fewest },
          )}
        </p>
      )}
      <p className="mb-4 text-caption text-fg2">
        {t(
          "The number is a weight: how likely a segment is beside the others. Members see the chances.",
        )}
      </p>
      <ol aria-label={t("Segments")} className="grid gap-3">
        {segments.map((segment) => (
          <SegmentRow
            key={segment._id}
            segment={segment}
            count={segments.length}
            chance={chances[segment.position] ?? 0}
            isDragged={dragged === segment._id}
            onDraft={(draft) =>
              onDrafts(({ [segment._id]: _, ...others }) =>
                draft ? { ...others, [segment._id]: draft } : others,
              )
            }
            onSave={(body) => change.mutateAsync({ id: segment._id, body })}
            onMove={(position) => move(segment, position)}
            onRemove={() => take(segment)}
            onDrag={setDragged}
            onDrop={() => drop(segment)}
          />
        ))}
      </ol>
      <Button
        className="mt-4"
        disabled={segments.length >= most}
        pending={add.isPending}
        onClick={() =>
          add.mutate(
            {
              label: t("Prize {number}", { number: segments.length + 1 }),
              weight: 10,
              color: nextColour(segments.length),
            },
            fail,
          )
        }
      >
        <Plus size={18} aria-hidden />
        {t("Add a segment")}
      </Button>
      {segments.length >= most && (
        <p className="mt-2 text-caption text-fg3">
          {t("A wheel has at most {count, plural, one {# segment} other {# segments}}.", {
            count: most,
          })}
        </p>
      )}
    </Card>
  );
}

type NoSegmentsProps = { pending: boolean; onAdd: (draft: Draft) => Promise<unknown> };

function NoSegments({ pending, onAdd }: NoSegmentsProps) {
  async function addAll(drafts: readonly Draft[]) {
    try {
      for (const draft of drafts) await onAdd(draft);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  return (
    <Card>
      <EmptyState
        title={t("Your wheel has no segments yet")}
        icon={<Disc3 aria-hidden />}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="brand" pending={pending} onClick={() => addAll(suggestion())}>
              {t("Start with a suggestion")}
            </Button>
            <Button
              variant="outline"
              disabled={pending}
              onClick={() => addAll(suggestion().slice(0, 1))}
            >
              {t("Start with one")}
            </Button>
          </div>
        }
      >
        {t(
          "Members pay for a spin and win what comes up: things you do for them, never tokens. You can change every word and weight of the suggestion.",
        )}
      </EmptyState>
    </Card>
  );
}
