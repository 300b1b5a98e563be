import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { paths } from "@/app/paths";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { preferences } from "./api";
import { ChoiceForm } from "./ChoiceForm";
import { DeviceCard } from "./DeviceCard";
import { t } from "./texts";

/** /notices/preferences: what one wants to be told, and how. */
export default function NoticePreferencesPage() {
  useTitle(t("What you are told"));
  const chosen = useQuery(preferences());
  return (
    <div className="mx-auto max-w-[860px]">
      <LinkButton href={paths.notices()} variant="ghost" className="mb-3 -ms-4">
        <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        {t("Notifications")}
      </LinkButton>
      <PageHeader title={t("What you are told")}>
        {t("Choose what you want to hear of, and how.")}
      </PageHeader>
      <div className="grid gap-5">
        <DeviceCard />
        <Loaded query={chosen} waiting={<Skeleton className="h-[560px] w-full rounded-lg" />}>
          {(data) => <ChoiceForm chosen={data} />}
        </Loaded>
      </div>
    </div>
  );
}
