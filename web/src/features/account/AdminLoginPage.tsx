import { useNavigate } from "@tanstack/react-router";
import { paths } from "@/app/paths";
import { partsOf } from "@/lib/href";
import { useSession } from "@/session/api";
import { LanguageCard } from "@/session/LanguageCard";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { DevicesCard } from "./DevicesCard";
import { PasswordCard } from "./PasswordCard";
import { TwoFactorCard } from "./TwoFactorCard";
import { t } from "./texts";

const PasskeysCard = lazyPart(
  () => import("./PasskeysCard").then((file) => file.PasskeysCard),
  <Skeleton alone className="h-40 rounded-lg" />,
);
const DataCard = lazyPart(
  () => import("./DataCard").then((file) => file.DataCard),
  <Skeleton alone className="h-40 rounded-lg" />,
);

/** /admin/login-settings: an admin's own login; without a second factor, where that is wanted, the only page. */
export default function AdminLoginPage() {
  useTitle(t("My login"));
  const { session } = useSession();
  const navigate = useNavigate();
  const wanted = session?.twoFactorWanted === true;
  return (
    <div className="max-w-[1080px]">
      <PageHeader title={wanted ? t("Set up your two-step login") : t("My login")}>
        {wanted
          ? t(
              "This site asks it of everybody in the back office. Nothing else opens before it is on.",
            )
          : t("How you log in to the back office, and where you are logged in.")}
      </PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <TwoFactorCard
          {...(wanted && { onEnabled: () => navigate(partsOf(paths.admin.dashboard())) })}
        />
        {!wanted && <PasswordCard />}
        {!wanted && <LanguageCard />}
        {!wanted && (
          <div className="lg:col-span-2">
            <PasskeysCard />
          </div>
        )}
        {!wanted && (
          <div className="lg:col-span-2">
            <DevicesCard />
          </div>
        )}
        {!wanted && (
          <div className="lg:col-span-2">
            <DataCard />
          </div>
        )}
      </div>
    </div>
  );
}
