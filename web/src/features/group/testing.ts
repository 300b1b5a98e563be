import type { Participant, Show } from "./api";

const address = { url: "wss://stage", token: "t" };
export const play = { webrtc: address, prefer: "webrtc" } as const;

export function participant(username: string, minutes = 1): Participant {
  return { username, avatar: "", joinedAt: "2026-11-02T12:00:00Z", minutes };
}

/** Nina's group show at 10 tokens a minute, in which Tom and Ann have a seat. */
export function show(changes: Partial<Show> = {}): Show {
  return {
    sessionId: "g1",
    performerId: "nina",
    type: "group",
    status: "live",
    title: "Three at the piano",
    conversation: "c7",
    viewers: 0,
    price: 10,
    minParticipants: 2,
    maxParticipants: 3,
    participants: [participant("tom"), participant("ann")],
    ...changes,
  };
}

/** As Tom gets it while he watches and pays. */
export function seated(changes: Partial<Show> = {}): Show {
  return show({
    play,
    meter: {
      status: "running",
      minutes: 1,
      spent: 10,
      balance: 80,
      secondsLeft: 540,
      freeSecondsLeft: 0,
      price: 10,
    },
    ...changes,
  });
}

/** As Tom gets it while it waits for its second member. */
export const waiting = (): Show => show({ status: "starting", participants: [participant("tom")] });

/** The same without something: what the server leaves out. */
export function lacking(from: Show, what: "play" | "participants"): Show {
  const rest = { ...from };
  delete rest[what];
  return rest;
}
