import type { ReactNode } from "react";
import { useSession } from "./api";
import type { Role } from "./roles";

type RequireRoleProps = {
  role: Role | readonly Role[];
  children: ReactNode;
  /** Shown to everyone else. */
  otherwise?: ReactNode;
};

/** Shows a part of a page to some roles only. Whole pages declare `authenticate` in the route table. */
export function RequireRole({ role, children, otherwise = null }: RequireRoleProps) {
  const mine = useSession().role;
  const allowed = typeof role === "string" ? [role] : role;
  return mine !== undefined && allowed.includes(mine) ? children : otherwise;
}
