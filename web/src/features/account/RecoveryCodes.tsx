import { Copy, Download, Printer } from "lucide-react";
import { useSettings } from "@/settings/api";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { t } from "./texts";

type RecoveryCodesProps = { codes: string[]; onKept: () => void };

/** The ten codes, shown once: to copy, save or print. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { siteName } = useSettings();
  const text = `${t("{siteName}: recovery codes, each works once", { siteName })}\n\n${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t("Copied."));
    } catch {
      toast.error(t("Your browser did not let us copy. Select the codes and copy them."));
    }
  }

  return (
    <div className="grid gap-4">
      <div>
        <h3 className="text-body font-bold">{t("Keep these recovery codes")}</h3>
        <p className="mt-1 text-label text-fg2">
          {t(
            "Each works once, instead of a code of your app: when your phone is lost or broken. We show them only now. Keep them where you find them without your phone, such as a password manager or on paper.",
          )}
        </p>
      </div>
      <ul
        aria-label={t("Recovery codes")}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line bg-s2 p-4 font-mono text-label sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={copy}>
          <Copy size={16} aria-hidden /> {t("Copy")}
        </Button>
        <Button
          variant="outline"
          onClick={() => save(`${t("{siteName} recovery codes", { siteName })}.txt`, text)}
        >
          <Download size={16} aria-hidden /> {t("Save")}
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer size={16} aria-hidden /> {t("Print")}
        </Button>
        <Button variant="brand" className="ms-auto" onClick={onKept}>
          {t("I have kept them")}
        </Button>
      </div>
    </div>
  );
}

function save(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
