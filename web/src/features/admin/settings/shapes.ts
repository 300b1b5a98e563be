import type { MenuLink } from "@/settings/api";
import type { SettingType } from "./api";
import type { Edit } from "./edits";

// Both are lists; the declared type tells them apart, also when they are empty.

export function isMenu(type: SettingType, edit: Edit): edit is MenuLink[] {
  return type === "menus" && Array.isArray(edit);
}

export function isWords(type: SettingType, edit: Edit): edit is string[] {
  return type === "words" && Array.isArray(edit);
}
