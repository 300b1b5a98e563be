import { useSession } from "./api";

/** Whether the caller owns the studio, or works for it with a right. */
export function useRight(right: string): boolean {
  const rights = useSession().session?.studioRights;
  return rights === undefined || rights.includes(right);
}
