import type { Camera } from "@/media/camera";
import type { Show } from "../api";
import type { PrivateShow, ShowState } from "./show";

type Person = NonNullable<Show["member"]>;

/** One side of the show, as its parts need it. */
export type Side = {
  isPerformer: boolean;
  /** Who is on the other side. */
  other: Person;
  performer: Person;
  conversationId: string;
  show: Show;
  state: ShowState;
  actions: PrivateShow;
  camera: Camera;
  /** Where tokens are bought, when there is such a page. */
  topUp: string | undefined;
};

const somebody: Person = { _id: "", username: "", name: "", avatar: "" };

export function sideOf(
  me: string,
  actions: PrivateShow,
  state: ShowState,
  topUp: string | undefined,
): Side | undefined {
  const { show } = state;
  if (show === undefined) return undefined;
  const isPerformer = me === show.performerId;
  const performer = show.performer ?? { ...somebody, _id: show.performerId };
  return {
    isPerformer,
    performer,
    other: (isPerformer ? show.member : performer) ?? somebody,
    conversationId: show.conversation,
    show,
    state,
    actions,
    camera: actions.camera,
    topUp,
  };
}

/** Whether this side's own picture is part of the show. */
export function showsOwnPicture({ isPerformer, show }: Side): boolean {
  return isPerformer ? show.publish !== undefined : show.camera === "video";
}

/** Whether the other side's picture should be coming. */
export function isPictureDue({ isPerformer, show, state }: Side): boolean {
  if (isPerformer && show.camera !== "video") return false;
  return show.status === "live" && state.receiving === "on" && !state.isCameraOff;
}
