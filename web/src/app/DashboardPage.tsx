import type { Waiting } from "@/declared/waiting";
import { Dashboard } from "@/features/admin/office/Dashboard";

const declared = Object.values(
  import.meta.glob<Waiting>("../features/**/waiting.ts", { eager: true, import: "waiting" }),
);

/** /admin: how the site does, and the way to what waits. */
export default function DashboardPage() {
  return <Dashboard waiting={declared} />;
}
