import { genders } from "./types";

const genderValues = ["female", "male", "transgender", "couple"] as const;

/** What a performer may be. */
export function genderChoices() {
  return genderValues.map((value) => ({ value, label: genders()[value] ?? value }));
}
