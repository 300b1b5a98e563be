import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { useLanguage } from "@/i18n/useLanguage";
import { useSession } from "@/session/api";
import { useSettings } from "@/settings/api";
import { PlaceholderAvatar } from "@/ui/Avatar";
import { lazyPart } from "@/ui/lazyPart";
import { Adults } from "./Adults";
import { Buying } from "./Buying";
import { DevelopmentBanner } from "./DevelopmentBanner";
import { Live } from "./Live";
import { Shell } from "./layouts/Shell";
import { OfflineBanner } from "./OfflineBanner";
import { paths } from "./paths";
import { RouteSpinner } from "./RouteSpinner";
import { TopUp } from "./TopUp";
import { useQuietMoment } from "./useQuietMoment";

const Maintenance = lazyPart(() =>
  import("./layouts/Maintenance").then((file) => file.Maintenance),
);

const StepUp = lazyPart(() => import("@/session/StepUp").then((file) => file.StepUp));

/** Everything around a page: its layout, or the maintenance screen, and what lies above both. */
export function Root() {
  const layout = useMatches({
    select: (matches) => matches.at(-1)?.staticData.layout ?? "public",
  });
  const closed = useIsClosed();
  useQuietMoment();
  useLanguage();
  const { isLoggedIn } = useSession();
  const { placeholderAvatarUrl } = useSettings();
  return (
    <PlaceholderAvatar value={placeholderAvatarUrl}>
      {closed ? (
        <Maintenance />
      ) : (
        <TopUp stays={layout === "default"}>
          <Buying>
            <Shell layout={layout}>
              <Outlet />
            </Shell>
          </Buying>
        </TopUp>
      )}
      <DevelopmentBanner />
      <OfflineBanner />
      <RouteSpinner />
      {!closed && <Adults />}
      <Live />
      {isLoggedIn && <StepUp />}
    </PlaceholderAvatar>
  );
}

// Staff work on while the site is closed, and must be able to log in.
function useIsClosed(): boolean {
  const { maintenanceMode } = useSettings();
  const { role } = useSession();
  const atStaffDoor = useRouterState({
    select: (state) => state.location.pathname === paths.loginAdmin(),
  });
  return maintenanceMode && role !== "admin" && !atStaffDoor;
}
