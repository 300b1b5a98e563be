// Written by `make generate`; do not edit.
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** What the server sends over the socket, by event name. */
export type ServerEvents = {
  "balance/changed": Schemas["AppBalancePayload"];
  "conversation/cleared": Schemas["MessagesClearedPayload"];
  "message/created": Schemas["MessagesMessage"];
  "message/deleted": Schemas["MessagesDeletedPayload"];
  "performer/status": Schemas["AppStatusPayload"];
  "profile/changed": Schemas["AppProfilePayload"];
  "room/state": Schemas["MessagesStatePayload"];
  "room/tip": Schemas["MessagesTippedPayload"];
  "room/typing": Schemas["MessagesTypingPayload"];
  "session/revoked": Schemas["Revocation"];
  "settings/changed": Schemas["AppSettingsPayload"];
  "show/changed": Schemas["AppShowPayload"];
  "show/ended": Schemas["AppEndedPayload"];
  "show/viewers": Schemas["AppViewersPayload"];
  "tipped": Schemas["AppTippedPayload"];
};
