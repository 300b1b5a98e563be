import { Room } from "@/features/room/Room";
import { TipPanel } from "@/features/tips/TipPanel";
import { LinkButton } from "@/ui/Button";
import { useHasPage } from "./menus";
import { paths } from "./paths";
import { StatusPage } from "./StatusPage";

/** A performer's room. Features do not know each other: the tip panel is put into the room here. */
export default function RoomPage() {
  const hasPage = useHasPage();
  const tokens = paths.user.fundsTokens();
  return (
    <Room
      tipPanel={(tip) => <TipPanel {...tip} topUp={hasPage(tokens) ? tokens : undefined} />}
      missing={<NoRoom />}
    />
  );
}

function NoRoom() {
  return (
    <StatusPage
      code="404"
      title="This room does not exist"
      actions={
        <>
          <LinkButton href={paths.home()} variant="brand">
            See who is live
          </LinkButton>
          <LinkButton href={paths.searchModels()} variant="outline">
            Browse everyone
          </LinkButton>
        </>
      }
    >
      The address may be mistyped, or who was here has left.
    </StatusPage>
  );
}
