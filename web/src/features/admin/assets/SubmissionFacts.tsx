import { Check, FilePen, Film, ImagePlus, Images, Type, UserRound, Users } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { formatAgo, formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Tag } from "@/ui/Chip";
import { Fact } from "@/ui/Fact";
import { Link } from "@/ui/Link";
import type { Submission } from "./api";
import { t } from "./texts";

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
            {approvals === 0
              ? t("nothing approved so far")
              : t("{approvals} approved so far", { approvals })}
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
        <Fact label={t("Price")}>
          {t("{count, plural, one {# token} other {# tokens}}", { count: price })}
        </Fact>
        <Fact label={t("Waits since")}>
          <time dateTime={submittedAt} title={formatDateTime(submittedAt)}>
            {formatAgo(submittedAt, Date.now())}
          </time>
        </Fact>
        <ProductFacts submission={submission} />
        {publishAt && (
          <Fact label={t("On sale from")} className="col-span-2">
            {formatDateTime(publishAt)}
          </Fact>
        )}
        {description && (
          <Fact label={t("Description")} className="col-span-2">
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
      <Fact label={t("Kind")}>
        {product.type === "physical" ? t("Sent by mail") : t("Download")}
      </Fact>
      {product.type === "physical" && <Fact label={t("In stock")}>{product.stock ?? 0}</Fact>}
    </>
  );
}

function Changes({ submission }: { submission: Submission }) {
  const { photos, media, numNew, wasTitle } = submission;
  const isFirst = numNew === photos.length + media.length && !wasTitle;
  const newPhotos = photos.filter(({ isApproved }) => !isApproved).length;
  return (
    <Part title={t("Since the last approval")}>
      {isFirst ? (
        <Line icon={ImagePlus}>{t("All of it is new: it was never approved.")}</Line>
      ) : (
        <>
          {media
            .filter(({ isApproved }) => !isApproved)
            .map(({ _id, purpose }) => (
              <Line key={_id} icon={Film}>
                {t(
                  "{purpose, select, trailer {New trailer} digitalFile {New file} other {New video}}",
                  { purpose },
                )}
              </Line>
            ))}
          {newPhotos > 0 && (
            <Line icon={Images}>
              {t("{count, plural, one {# new photo} other {# new photos}} of {all}", {
                count: newPhotos,
                all: photos.length,
              })}
            </Line>
          )}
          {wasTitle && <Line icon={Type}>{t("New title; it was “{wasTitle}”", { wasTitle })}</Line>}
          {numNew === 0 && !wasTitle && (
            <Line icon={FilePen}>{t("Nothing of it is new: look at the cover.")}</Line>
          )}
        </>
      )}
    </Part>
  );
}

function Declared({ submission: { declared } }: { submission: Submission }) {
  const { onlyMe, others, confirmedAt } = declared;
  return (
    <Part title={t("Declared")}>
      {onlyMe ? (
        <Line icon={UserRound}>{t("Nobody else is to be seen")}</Line>
      ) : (
        <Line icon={Users}>{t("To be seen, too: {others}", { others: others.join(", ") })}</Line>
      )}
      <Line icon={Check}>
        {t("Everybody is of age and agreed to the pictures, their publication and downloads")}
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
