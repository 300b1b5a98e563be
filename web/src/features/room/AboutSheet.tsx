import { MessageCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { paths } from "@/app/paths";
import type { Profile } from "@/performers/types";
import { useSession } from "@/session/api";
import { LinkButton } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { Tabs } from "@/ui/Tabs";
import { About } from "./About";
import { Related } from "./Related";
import type { Shelf } from "./roomParts";
import { t } from "./texts";
import type { Watching } from "./useWatch";
import { WayChips } from "./WayChips";

type AboutSheetProps = {
  performer: Profile;
  watching: Watching;
  /** What she has, a tab each. */
  shelves: readonly Shelf[];
  selected: string;
  onSelect: (id: string) => void;
  onClose: () => void;
};

/** On a phone, over the picture: who she is, what she has, and others like her. */
export function AboutSheet(props: AboutSheetProps) {
  const { performer, watching, shelves, selected, onSelect, onClose } = props;
  const { role } = useSession();
  const tabs = [{ id: "about", label: t("About") }, ...shelves];
  return (
    <Sheet open onClose={onClose} title={performer.name} width="lg">
      <Shelved
        label={t("About {name}", { name: performer.name })}
        tabs={tabs}
        selected={selected}
        onSelect={onSelect}
      >
        {shelves.find(({ id }) => id === selected)?.panel(performer) ?? (
          <>
            <WayChips watching={watching} />
            {role !== "performer" && (
              <LinkButton
                href={paths.messages({ toSource: "performer", toId: performer._id })}
                variant="outline"
                className="mb-4 w-full"
              >
                <MessageCircle size={18} aria-hidden />
                {t("Message")}
              </LinkButton>
            )}
            <About performer={performer} />
            <h3 className="mt-6 mb-3 text-h3 font-bold">{t("More like this")}</h3>
            <Related performers={performer.relatedPerformers} />
          </>
        )}
      </Shelved>
    </Sheet>
  );
}

/** Tabs where there is more than one. */
function Shelved(props: ComponentProps<typeof Tabs>) {
  return props.tabs.length > 1 ? <Tabs {...props} /> : props.children;
}
