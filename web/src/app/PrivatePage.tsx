import { PrivateShow } from "@/features/private/show/PrivateShow";
import { useSlots } from "./slots";

/** A private show, with what other features put into it. */
export default function PrivatePage() {
  const { topUp, tipPanel } = useSlots();
  return <PrivateShow topUp={topUp} tipPanel={tipPanel} />;
}
