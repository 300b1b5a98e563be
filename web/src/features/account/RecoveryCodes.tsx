import { Copy, Download, Printer } from "lucide-react";
import { useSettings } from "@/settings/api";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";

type RecoveryCodesProps = { codes: string[]; onKept: () => void };

/** The ten codes, shown once: to copy, save or print. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { siteName } = useSettings();
  const text = `${siteName}: recovery codes, each works once\n\n${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Copied.");
    } catch {
      toast.error("Your browser did not let us copy. Select the codes and copy them.");
    }
  }

  return (
    <div className="grid gap-4">
      <div>
        <h3 className="text-body font-bold">Keep these recovery codes</h3>
        <p className="mt-1 text-label text-fg2">
          Each works once, instead of a code of your app: when your phone is lost or broken. We show
          them only now. Keep them where you find them without your phone, such as a password
          manager or on paper.
        </p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line bg-s2 p-4 font-mono text-label sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={copy}>
          <Copy size={16} aria-hidden /> Copy
        </Button>
        <Button variant="outline" onClick={() => save(`${siteName} recovery codes.txt`, text)}>
          <Download size={16} aria-hidden /> Save
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer size={16} aria-hidden /> Print
        </Button>
        <Button variant="brand" className="ml-auto" onClick={onKept}>
          I have kept them
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
