import { FieldError } from "@/ui/Field";
import { useAnySearch } from "@/ui/useAddress";
import { endOf } from "./words";

/** How the way to X ended, on the page that it led back to. */
export function Ended() {
  const [{ twitter }] = useAnySearch();
  const why = endOf(twitter);
  return why ? <FieldError>{why}</FieldError> : null;
}
