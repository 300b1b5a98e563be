import { paths } from "@/app/paths";
import type { AccountPage } from "@/declared/pages";

export const pages: AccountPage[] = [
  { role: "user", address: paths.user.recordings, load: () => import("./SharedPage") },
  {
    role: "performer",
    address: paths.performer.recordings,
    load: () => import("./RecordingsPage"),
  },
];
