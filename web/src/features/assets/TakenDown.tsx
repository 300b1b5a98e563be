import type { ReactNode } from "react";
import { formatBytes } from "@/lib/format";
import type { OwnAsset } from "@/store/own";
import { StorePicture } from "@/store/StorePicture";
import { Card } from "@/ui/Card";
import { Fact } from "@/ui/Fact";
import { canPlay, newestOf } from "./media";
import { Preview } from "./Preview";
import { t } from "./texts";

/** What was taken down, as it is: its performer may look at it and change nothing. */
export function TakenDown({ asset, aside }: { asset: OwnAsset; aside: ReactNode }) {
  const { description, price, tags, media, product } = asset;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(340px,400px)]">
      <Card title={t("Content")}>
        <Content asset={asset} />
      </Card>
      <div className="grid gap-5">
        <Card title={t("Details")}>
          <dl className="grid gap-4">
            <Fact label={t("Price")}>
              {t("{count, plural, one {# token} other {# tokens}}", { count: price })}
            </Fact>
            {description && (
              <Fact label={t("Description")}>
                <span className="whitespace-pre-line">{description}</span>
              </Fact>
            )}
            {tags.length > 0 && <Fact label={t("Tags")}>{tags.join(", ")}</Fact>}
            {product?.stock !== undefined && <Fact label={t("In stock")}>{product.stock}</Fact>}
            {media.length > 0 && (
              <Fact label={t("Files")}>
                {media.map(({ _id, name, size }) => (
                  <span key={_id} className="block">
                    {name}, {formatBytes(size)}
                  </span>
                ))}
              </Fact>
            )}
          </dl>
        </Card>
        {aside}
      </div>
    </div>
  );
}

function Content({ asset }: { asset: OwnAsset }) {
  const { photos = [] } = asset;
  const video = newestOf(asset, "video");
  if (video && canPlay(video)) return <Preview asset={asset} medium={video} part="video" />;
  if (photos.length === 0) return <p className="text-label text-fg3">{t("Nothing to be seen.")}</p>;
  return (
    <ul aria-label={t("Photos")} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
      {photos.map((photo) => (
        <li key={photo._id} className="aspect-[4/5] overflow-hidden rounded-md">
          <StorePicture photo={photo} alt={photo.name} sizes="(max-width: 639px) 50vw, 240px" />
        </li>
      ))}
    </ul>
  );
}
