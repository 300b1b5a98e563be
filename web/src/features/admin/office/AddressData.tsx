import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "@/lib/format";
import { formatDate, formatDateTime } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Fact } from "@/ui/Fact";
import { FieldError } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type AddressFile, addressData } from "./api";
import { t } from "./texts";

/** Where the site knows from in which country addresses are, and how old that is. */
export function AddressData() {
  const found = useQuery(addressData());
  return (
    <Card title={t("Address data")} className="mt-5">
      <Loaded query={found} waiting={<Skeleton className="h-32 w-full" />}>
        {({ data }) => (
          <div className="grid gap-5 sm:grid-cols-2">
            {data.map((file) => (
              <FileOf key={file.kind} file={file} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function FileOf({ file }: { file: AddressFile }) {
  const { kind, path, bundled, builtAt, readAt, entries, problem } = file;
  const isUsed = bundled || entries > 0;
  return (
    <section className="min-w-0">
      <h3 className="mb-2 flex flex-wrap items-center gap-2 text-label font-bold">
        {kind === "countries" ? t("Countries") : t("Hosting and VPN addresses")}
        {!isUsed && <Badge>{t("None")}</Badge>}
      </h3>
      <dl className="grid gap-3">
        <Fact label={t("Source")}>
          {path || (bundled ? t("Came with the program (iptoasn)") : t("No file is named"))}
        </Fact>
        {isUsed && (
          <>
            <Fact label={t("As of")}>{formatDate(builtAt)}</Fact>
            <Fact label={t("Entries")}>{formatNumber(entries, 0)}</Fact>
            {!bundled && <Fact label={t("Read")}>{formatDateTime(readAt)}</Fact>}
          </>
        )}
      </dl>
      {problem && (
        <FieldError>{t("The file as it is now is not in use: {problem}", { problem })}</FieldError>
      )}
      {!path && (
        <p className="mt-2 text-caption text-fg3">
          {t("Another is named at the start, by {option}.", {
            option: kind === "countries" ? "--address-countries" : "--address-hosting",
          })}
        </p>
      )}
    </section>
  );
}
