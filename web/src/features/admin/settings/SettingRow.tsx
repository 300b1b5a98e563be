import { History, RotateCcw } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";
import type { Setting } from "./api";
import { type Edit, editOf, type Problems } from "./edits";
import { HistoryDialog } from "./HistoryDialog";
import { SettingField } from "./SettingField";
import { t } from "./texts";

type SettingRowProps = {
  setting: Setting;
  edit: Edit;
  isDirty: boolean;
  problems: Problems;
  onEdit: (edit: Edit) => void;
};

/** One setting: its control, whether it differs from the default, and what it was before. */
export function SettingRow({ setting, edit, isDirty, problems, onEdit }: SettingRowProps) {
  const [showsHistory, setShowsHistory] = useState(false);
  const { key, label } = setting;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 sm:gap-x-4">
      <SettingField setting={setting} edit={edit} problems={problems} onEdit={onEdit} />
      <div className={cx("flex items-start", setting.type !== "boolean" && "pt-[26px]")}>
        {(setting.changed || isDirty) && (
          <IconButton
            label={t("{label}: back to the default", { label })}
            onClick={() => onEdit(editOf(setting, setting.default))}
          >
            <RotateCcw size={17} aria-hidden />
          </IconButton>
        )}
        <IconButton label={t("{label}: history", { label })} onClick={() => setShowsHistory(true)}>
          <History size={17} aria-hidden />
        </IconButton>
      </div>
      {(isDirty || setting.updatedAt) && (
        <p className="flex items-center gap-2 text-caption text-fg3">
          {isDirty && <Badge tone="gold">{t("Not saved")}</Badge>}
          {setting.updatedAt &&
            t("Changed on {updatedAt}", { updatedAt: formatDate(setting.updatedAt) })}
        </p>
      )}
      <HistoryDialog
        key={key}
        setting={setting}
        open={showsHistory}
        onClose={() => setShowsHistory(false)}
      />
    </div>
  );
}
