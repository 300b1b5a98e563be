import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { api, unwrap } from "@/api/client";
import { messageOf } from "@/api/errors";
import { formatClock } from "@/lib/time";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { t } from "./texts";

/** So many downloads there are of a product in a day (behaviours.md, Orders). */
export const downloadsADay = 5;

type DownloadButtonProps = {
  productId: string;
  /** A link was given, which is followed at once. */
  onLink?: () => void;
};

/** Asks for a link to the file of a digital product, and follows it. */
export function DownloadButton({ productId, onLink }: DownloadButtonProps) {
  const link = useMutation({
    mutationFn: () =>
      unwrap(
        api.GET("/user/performer-assets/products/{id}/download-link", {
          params: { path: { id: productId } },
        }),
      ),
    onSuccess: ({ url }) => {
      onLink?.();
      follow(url);
    },
  });
  const { data, error } = link;
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="brand" pending={link.isPending} onClick={() => link.mutate()}>
        <Download size={17} aria-hidden />
        {t("Download")}
      </Button>
      {data && !error && (
        <p role="status" className="text-caption text-fg2">
          {t("The download has begun; its link works until {time}.", {
            time: formatClock(data.expiresAt),
          })}{" "}
          {data.left === 0
            ? t("It was the last one for these 24 hours.")
            : t(
                "{count, plural, one {# download of {most} left in these 24 hours.} other {# downloads of {most} left in these 24 hours.}}",
                { count: data.left, most: downloadsADay },
              )}
        </p>
      )}
      {error && <FieldError>{messageOf(error)}</FieldError>}
    </div>
  );
}

function follow(url: string) {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
