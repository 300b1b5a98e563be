import { paths } from "@/app/paths";
import { onDevice } from "@/lib/storage";
import { useSession } from "@/session/api";
import { useSearch } from "@/ui/useAddress";
import { t } from "./texts";

const key = "order";

/** The orders beside the usual one. */
const orders = () => [
  { value: "viewers", label: t("Most viewers") },
  { value: "newest", label: t("Newest first") },
  { value: "name", label: t("By name") },
  { value: "price", label: t("Lowest price") },
  { value: "favourites", label: t("My favorites first") },
];

/**
 * The order in which one looks at performers: the address's, else the one that was chosen last on this
 * device. Undefined is the usual one.
 */
export function useOrder() {
  const [{ sortBy }, setQuery] = useSearch(paths.cams);
  const { role } = useSession();
  const choices = orders().filter(({ value }) => value !== "favourites" || role === "user");
  const chosen = sortBy ?? onDevice.get(key);
  return {
    choices,
    order: choices.find(({ value }) => value === chosen)?.value,
    choose: (order: string) => {
      onDevice.set(key, order || undefined);
      setQuery({ sortBy: order, pages: undefined });
    },
  };
}
