import { paths } from "@/app/paths";
import type { AccountPage } from "@/declared/pages";

export const pages: AccountPage[] = [
  { role: "admin", address: paths.admin.messages, load: () => import("./ReviewPage") },
  { role: "admin", address: paths.admin.conversation, load: () => import("./ConversationPage") },
];
