import type { SignInSlots } from "@/declared/slots";
import { SignInWays } from "./SignInWays";

export const signInSlots: SignInSlots = { SignInWays };
