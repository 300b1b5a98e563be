import Messages from "@/features/messages/MessagesPage";
import { useSlots } from "./slots";

/** /messages: the conversations, and what is paid in them. */
export default function MessagesPage() {
  const { tipPanel, topUp } = useSlots();
  return <Messages tipPanel={tipPanel} topUp={topUp} />;
}
