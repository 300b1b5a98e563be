import { useChat } from "@/chat/useChat";
import { useWakeLock } from "@/ui/useWakeLock";
import { useWide } from "@/ui/useWide";
import { PhoneOnAir } from "./PhoneOnAir";
import type { Stage } from "./stage";
import { WideOnAir } from "./WideOnAir";

type OnAirProps = { stage: Stage; conversationId: string };

/** The running show. Its chat goes on whatever is shown beside the picture. */
export function OnAir({ stage, conversationId }: OnAirProps) {
  const chat = useChat(conversationId);
  const isWide = useWide();
  useWakeLock();
  const open = { ...stage, chat, conversationId };
  return isWide ? <WideOnAir stage={open} /> : <PhoneOnAir stage={open} />;
}
