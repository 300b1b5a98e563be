import { messageOf } from "@/api/errors";
import { Card } from "@/ui/Card";
import { FieldError } from "@/ui/Field";
import { Switch } from "@/ui/Toggle";
import { t } from "../texts";
import { type BlockingList, useBlock } from "./api";

/** Whether addresses behind which nobody knows the country are blocked, too. */
export function HostingCard({ list }: { list: BlockingList }) {
  const block = useBlock();
  return (
    <Card title={t("VPNs and data centers")}>
      <Switch
        label={t("Also block hosting and VPN addresses")}
        hint={t(
          "Some people hide the country they are in that way. Others do it for their safety.",
        )}
        checked={block.isPending ? block.variables.hosting === true : list.hosting}
        disabled={block.isPending}
        onChange={({ target }) => block.mutate({ hosting: target.checked })}
      />
      {!list.hostingKnown && (
        <p className="text-caption text-gold-ink">
          {t("This site has no list of such addresses now: until it has one, this blocks nobody.")}
        </p>
      )}
      {block.error && <FieldError>{messageOf(block.error)}</FieldError>}
    </Card>
  );
}
