import type { ComponentType } from "react";
import type { Role } from "@/session/roles";

/** A page inside the account of a role, which a feature declares in its pages.ts; app/routes.tsx finds it there. */
export type AccountPage = {
  role: Role;
  address: { readonly pattern: string };
  load: () => Promise<{ default: ComponentType }>;
};
