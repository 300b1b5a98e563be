import { paths } from "@/app/paths";
import type { AccountPage } from "@/declared/pages";
import { address } from "@/lib/address";

export const studioPaths = {
  dashboard: address("/studio/dashboard?days"),
  invitations: address("/studio/invitations?state&offset"),
  staff: address("/studio/staff?tab&by&offset"),
  shifts: address("/studio/shifts?from&q&show&offset"),
  documents: address("/studio/documents?offset"),
  belonging: address("/account/performer/studio"),
};

export const pages: AccountPage[] = [
  { role: "studio", address: studioPaths.dashboard, load: () => import("./DashboardPage") },
  { role: "studio", address: studioPaths.invitations, load: () => import("./InvitationsPage") },
  { role: "studio", address: studioPaths.staff, load: () => import("./StaffPage") },
  { role: "studio", address: studioPaths.shifts, load: () => import("./ShiftsPage") },
  { role: "studio", address: studioPaths.documents, load: () => import("./DocumentsPage") },
  {
    role: "admin",
    address: paths.admin.studioDocuments,
    load: () => import("./AdminDocumentsPage"),
  },
  { role: "performer", address: studioPaths.belonging, load: () => import("./BelongingPage") },
];
