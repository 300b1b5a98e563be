import { Check, FilePen, Film, ImagePlus, Images, Type, UserRound, Users } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
import { formatAgo, formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Tag } from "@/ui/Chip";
import { Fact } from "@/ui/Fact";
import { Link } from "@/ui/Link";
import type { Submission } from "./api";

/** Whose it is, what changed since it was approved, and who was declared to be seen. */
export function SubmissionFacts({ submission }: { submission: Submission }) {
  const { performer, approvals, title, description, price, tags, publishAt, submittedAt } =
    submission;
  return (
    <Card className="overflow-y-auto">
      <div className="flex items-center gap-3">
        <Avatar src={performer.avatar} size={40} />
        <div className="min-w-0">
          <Link
            href={paths.admin.statement(performer._id)}
            className="block truncate text-label font-semibold hover:underline"
          >
            {performer.name || performer.username}
          </Link>
          <p className="text-caption text-fg3">
            @{performer.username} ·{" "}
            {approvals === 0 ? "nothing approved so far" : `${approvals} approved so far`}
          </p>
        </div>
      </div>
      <p className="mt-4">
        <Badge tone="violet">{kindName(submission.type)}</Badge>
      </p>
      <h2 className="mt-2 text-h2 font-bold [overflow-wrap:anywhere]">{title}</h2>
      <Changes submission={submission} />
      <Declared submission={submission} />
      <dl className="mt-5 grid grid-cols-2 gap-4">
        <Fact label="Price">{countOf(price, "token")}</Fact>
        <Fact label="Waits since">
          <time dateTime={submittedAt} title={formatDateTime(submittedAt)}>
            {formatAgo(submittedAt, Date.now())}
          </time>
        </Fact>
        <ProductFacts submission={submission} />
        {publishAt && (
          <Fact label="On sale from" className="col-span-2">
            {formatDateTime(publishAt)}
          </Fact>
        )}
        {description && (
          <Fact label="Description" className="col-span-2">
            <span className="whitespace-pre-line">{description}</span>
          </Fact>
        )}
      </dl>
      {tags.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <Tag key={tag}>#{tag}</Tag>
          ))}
        </div>
      )}
    </Card>
  );
}

/** What only products have: how they reach the buyer, and how many there are. */
function ProductFacts({ submission: { product } }: { submission: Submission }) {
  if (product === undefined) return null;
  return (
    <>
      <Fact label="Kind">{product.type === "physical" ? "Sent by mail" : "Download"}</Fact>
      {product.type === "physical" && <Fact label="In stock">{product.stock ?? 0}</Fact>}
    </>
  );
}

function Changes({ submission }: { submission: Submission }) {
  const { photos, media, numNew, wasTitle } = submission;
  const isFirst = numNew === photos.length + media.length && !wasTitle;
  const newPhotos = photos.filter(({ isApproved }) => !isApproved).length;
  return (
    <Part title="Since the last approval">
      {isFirst ? (
        <Line icon={ImagePlus}>All of it is new: it was never approved.</Line>
      ) : (
        <>
          {media
            .filter(({ isApproved }) => !isApproved)
            .map(({ _id, purpose }) => (
              <Line key={_id} icon={Film}>
                New {mediaNames[purpose]}
              </Line>
            ))}
          {newPhotos > 0 && (
            <Line icon={Images}>
              {countOf(newPhotos, "new photo")} of {photos.length}
            </Line>
          )}
          {wasTitle && <Line icon={Type}>New title; it was “{wasTitle}”</Line>}
          {numNew === 0 && !wasTitle && (
            <Line icon={FilePen}>Nothing of it is new: look at the cover.</Line>
          )}
        </>
      )}
    </Part>
  );
}

const mediaNames = { video: "video", trailer: "trailer", digitalFile: "file" } as const;

function Declared({ submission: { declared } }: { submission: Submission }) {
  const { onlyMe, others, confirmedAt } = declared;
  return (
    <Part title="Declared">
      {onlyMe ? (
        <Line icon={UserRound}>Nobody else is to be seen</Line>
      ) : (
        <Line icon={Users}>To be seen, too: {others.join(", ")}</Line>
      )}
      <Line icon={Check}>
        Everybody is of age and agreed to the pictures, their publication and downloads
      </Line>
      <p className="text-caption text-fg3">{formatDateTime(confirmedAt)}</p>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 grid gap-1.5 rounded-md bg-s2 px-4 py-3">
      <h3 className="text-caption font-semibold text-fg2">{title}</h3>
      {children}
    </section>
  );
}

function Line({ icon: Icon, children }: { icon: typeof Check; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-label [overflow-wrap:anywhere]">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-fg3" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
