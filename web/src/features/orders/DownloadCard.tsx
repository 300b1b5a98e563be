import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { api, unwrap } from "@/api/client";
import { messageOf } from "@/api/errors";
import { countOf } from "@/lib/format";
import { formatClock } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError } from "@/ui/Field";

/** So many downloads there are of a product in a day (behaviours.md, Orders). */
const inADay = 5;

/** The file of a digital product: each press asks for a link, which is followed. */
export function DownloadCard({ productId }: { productId: string }) {
  const link = useMutation({
    mutationFn: () =>
      unwrap(
        api.GET("/user/performer-assets/products/{id}/download-link", {
          params: { path: { id: productId } },
        }),
      ),
    onSuccess: ({ url }) => follow(url),
  });
  const { data, error } = link;
  return (
    <Card title="Your file">
      <p className="text-label font-normal text-fg2">
        You can download it {inADay} times in 24 hours. A link works for 15 minutes.
      </p>
      <Button
        variant="brand"
        className="mt-4"
        pending={link.isPending}
        onClick={() => link.mutate()}
      >
        <Download size={17} aria-hidden />
        Download
      </Button>
      {data && !error && (
        <p role="status" className="mt-3 text-label text-fg2">
          The download has begun; its link works until {formatClock(data.expiresAt)}.{" "}
          {data.left === 0
            ? "It was the last one for these 24 hours."
            : `${countOf(data.left, "download")} left in these 24 hours.`}
        </p>
      )}
      {error && (
        <div className="mt-3">
          <FieldError>{messageOf(error)}</FieldError>
        </div>
      )}
    </Card>
  );
}

function follow(url: string) {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
