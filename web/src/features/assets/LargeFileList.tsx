import { lazyPart } from "@/ui/lazyPart";
import { idIn } from "@/uploads/api";
import type { Purpose } from "@/uploads/types";
import { UploadList } from "@/uploads/UploadList";
import { t } from "./texts";
import type { LargeFiles } from "./useLargeFiles";

const RefusedFile = lazyPart(() => import("./LeftFiles").then((file) => file.RefusedFile));
const UnusedUpload = lazyPart(() => import("./LeftFiles").then((file) => file.UnusedUpload));

type LargeFileListProps = { files: LargeFiles; purpose: Purpose };

/** The files of a purpose on their way to an asset, and what has become of them. */
export function LargeFileList({ files, purpose }: LargeFileListProps) {
  const { failed, unused, isSending } = files;
  return (
    <>
      <UploadList
        purpose={purpose}
        shows={files.shows}
        isKept={files.isAdding}
        onChosen={(file, address) => files.sendOn(file, idIn(address))}
      />
      {isSending && (
        <p className="text-caption text-fg3">
          {t("You may go on elsewhere on the site; only keep this tab open.")}
        </p>
      )}
      {failed.map((file) => (
        <RefusedFile key={file.key} file={file} />
      ))}
      {unused.map((upload) => (
        <UnusedUpload
          key={upload._id}
          upload={upload}
          purpose={purpose}
          onUse={() => files.use(upload._id)}
          onDiscard={() => files.discard(upload._id)}
        />
      ))}
    </>
  );
}
