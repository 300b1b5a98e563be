import type { Performer } from "@/performers/types";

/** Who is asked for a private show. */
export type Asked = Pick<Performer, "_id" | "name" | "avatar">;
