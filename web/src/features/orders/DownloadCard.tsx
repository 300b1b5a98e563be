import { DownloadButton, downloadsADay } from "@/store/DownloadButton";
import { Card } from "@/ui/Card";
import { t } from "./texts";

/** The file of a digital product that was ordered. */
export function DownloadCard({ productId }: { productId: string }) {
  return (
    <Card title={t("Your file")}>
      <p className="mb-4 text-label font-normal text-fg2">
        {t(
          "You can download it {count, plural, one {# time} other {# times}} in 24 hours. A link works for 15 minutes.",
          { count: downloadsADay },
        )}
      </p>
      <DownloadButton productId={productId} />
    </Card>
  );
}
