import { Images, type LucideIcon, Package, Play } from "lucide-react";
import type { ItemType } from "./kinds";

/** What stands for each kind of what performers sell. */
export const kindIcons: Readonly<Record<ItemType, LucideIcon>> = {
  gallery: Images,
  video: Play,
  product: Package,
};
