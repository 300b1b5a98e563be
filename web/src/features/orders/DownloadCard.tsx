import { DownloadButton, downloadsADay } from "@/store/DownloadButton";
import { Card } from "@/ui/Card";

/** The file of a digital product that was ordered. */
export function DownloadCard({ productId }: { productId: string }) {
  return (
    <Card title="Your file">
      <p className="mb-4 text-label font-normal text-fg2">
        You can download it {downloadsADay} times in 24 hours. A link works for 15 minutes.
      </p>
      <DownloadButton productId={productId} />
    </Card>
  );
}
