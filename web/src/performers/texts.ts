export { t } from "@/i18n/shell";
