// Written by `make generate`; do not edit.
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** What the server sends over the socket, by event name. */
export type ServerEvents = {
  "asset/changed": Schemas["AssetsNews"];
  "asset/media": Schemas["AppAssetMediaPayload"];
  "balance/changed": Schemas["AppBalancePayload"];
  "commission/changed": Schemas["AppProfilePayload"];
  "conversation/changed": Schemas["MessagesConversation"];
  "conversation/cleared": Schemas["MessagesClearedPayload"];
  "conversation/marked": Schemas["MessagesMarkedPayload"];
  "message/changed": Schemas["MessagesMessage"];
  "message/created": Schemas["MessagesMessage"];
  "message/deleted": Schemas["MessagesDeletedPayload"];
  "meter/low": Schemas["AppLowPayload"];
  "meter/tick": Schemas["AppTickPayload"];
  "nofify_read_messages_in_conversation": Schemas["MessagesUnreadPayload"];
  "notice/created": Schemas["AppNoticePayload"];
  "notice/read": Schemas["AppNoticesReadPayload"];
  "order/changed": Schemas["OrdersChangedPayload"];
  "packet/refused": Schemas["Refusal"];
  "payment/changed": Schemas["FundsPaymentPayload"];
  "payout/changed": Schemas["PayoutsChangedPayload"];
  "peek-in/ended": Schemas["AppPeekEndedPayload"];
  "performer/status": Schemas["AppStatusPayload"];
  "private-chat-request": Schemas["ShowRequest"];
  "private-chat/closed": Schemas["ShowClosedPayload"];
  "private-chat/decided": Schemas["ShowDecidedPayload"];
  "profile/changed": Schemas["AppProfilePayload"];
  "purchase/changed": Schemas["PurchasesChangedPayload"];
  "purchase_media_item_success": Schemas["PurchasesSoldPayload"];
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
  "tipped": Schemas["TipsReceivedPayload"];
  "wheel/result": Schemas["AppResultPayload"];
  "wheel/spin": Schemas["AppSpinPayload"];
};
