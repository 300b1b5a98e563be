import type { SettingsSlots } from "@/declared/slots";
import { lazyPart } from "@/ui/lazyPart";

// Below the fold, and nothing where the site has no X.
export const settingsSlots: SettingsSlots = {
  MemberCard: lazyPart(() => import("./SignInCard").then((file) => file.SignInCard)),
  PerformerCard: lazyPart(() => import("./PostsCard").then((file) => file.PostsCard)),
};
