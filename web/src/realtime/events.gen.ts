// Written by `make generate`; do not edit.
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** What the server sends over the socket, by event name. */
export type ServerEvents = {
  "asset/changed": Schemas["AppAssetPayload"];
  "asset/media": Schemas["AppAssetMediaPayload"];
  "balance/changed": Schemas["AppBalancePayload"];
  "commission/changed": Schemas["AppProfilePayload"];
  "conversation/cleared": Schemas["MessagesClearedPayload"];
  "message/created": Schemas["MessagesMessage"];
  "message/deleted": Schemas["MessagesDeletedPayload"];
  "meter/low": Schemas["AppLowPayload"];
  "meter/tick": Schemas["AppTickPayload"];
  "order/changed": Schemas["AppOrderPayload"];
  "packet/refused": Schemas["Refusal"];
  "payment/changed": Schemas["AppPaymentPayload"];
  "payout/changed": Schemas["AppPayoutPayload"];
  "peek-in/ended": Schemas["AppPeekEndedPayload"];
  "performer/status": Schemas["AppStatusPayload"];
  "private-chat-request": Schemas["ShowRequest"];
  "private-chat/closed": Schemas["AppClosedPayload"];
  "private-chat/decided": Schemas["AppDecidedPayload"];
  "profile/changed": Schemas["AppProfilePayload"];
  "purchase/changed": Schemas["AppPurchasePayload"];
  "purchase_media_item_success": Schemas["AppMediaPurchasedPayload"];
  "room/goal": Schemas["AppGoalPayload"];
  "room/state": Schemas["MessagesStatePayload"];
  "room/tip": Schemas["AppRoomTipPayload"];
  "room/typing": Schemas["MessagesTypingPayload"];
  "session/revoked": Schemas["Revocation"];
  "settings/changed": Schemas["AppSettingsPayload"];
  "show/changed": Schemas["AppShowPayload"];
  "show/ended": Schemas["AppEndedPayload"];
  "show/participant": Schemas["AppParticipantPayload"];
  "show/viewers": Schemas["AppViewersPayload"];
  "tipped": Schemas["AppTippedPayload"];
  "wheel/result": Schemas["AppResultPayload"];
  "wheel/spin": Schemas["AppSpinPayload"];
};
