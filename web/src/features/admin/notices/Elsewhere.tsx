import { NoticeRun } from "@/notices/NoticeRun";
import { useSettings } from "@/settings/api";
import type { Kind, Preview } from "./api";
import { t } from "./texts";

/** A notification as a device draws one. */
export function OnDevice({ push: { title, text } }: { push: NonNullable<Preview["push"]> }) {
  const { favicon, siteName } = useSettings();
  return (
    <figure className="max-w-[420px]">
      <div className="flex gap-3 rounded-lg border border-line bg-s2 p-4 shadow-float">
        <img src={favicon} alt="" width={40} height={40} className="size-10 shrink-0 rounded-sm" />
        <div className="min-w-0 text-label [overflow-wrap:anywhere]">
          <p className="font-semibold">{title}</p>
          {text && <p className="font-normal text-fg2">{text}</p>}
          <p className="mt-1 text-caption font-normal text-fg3">{siteName}</p>
        </div>
      </div>
      <figcaption className="mt-3 text-caption text-fg3">
        {t("Each device draws it in its own way.")}
      </figcaption>
    </figure>
  );
}

/** A notice in the list of who gets it. */
export function OnSite({ app, kind }: { app: NonNullable<Preview["app"]>; kind: Kind }) {
  const { title, text, link } = app;
  return (
    <div className="rounded-lg border border-line bg-s1">
      <NoticeRun
        notices={[
          {
            _id: kind.id,
            kind: kind.id,
            group: kind.group,
            title,
            text,
            createdAt: new Date().toISOString(),
            isRead: false,
          },
        ]}
        onOpen={() => undefined}
      />
      {link && (
        <p className="border-t border-line px-5 py-3 text-caption text-fg3 [overflow-wrap:anywhere]">
          {t("It leads to {link}", { link })}
        </p>
      )}
    </div>
  );
}
