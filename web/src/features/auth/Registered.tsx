import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { ResendForm } from "./ResendForm";
import { t } from "./texts";

type RegisteredProps = { message: string; email: string; next?: string };

/** What comes after a registration: the link in the mail, and what is checked meanwhile. */
export function Registered({ message, email, next }: RegisteredProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus();
  }, []);
  return (
    <div className="grid w-full max-w-[440px] gap-6 rounded-xl border border-line bg-s1 p-6 sm:p-8">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-ok-soft text-ok-ink">
          <MailCheck size={28} aria-hidden />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-h1 font-extrabold outline-none">
          {t("Check your mail")}
        </h1>
        <p className="text-body text-fg2">{message}</p>
        <p className="text-label">
          {t.rich("Sent to <b>{email}</b>", { email, b: (words) => <strong>{words}</strong> })}
        </p>
        {next && <p className="text-label text-fg2">{next}</p>}
      </div>
      <details className="border-t border-line pt-4">
        <summary className="min-h-11 cursor-pointer py-2.5 text-label font-semibold text-fg2 hover:text-fg">
          {t("Nothing has arrived?")}
        </summary>
        <div className="pt-3">
          <ResendForm to={email} />
        </div>
      </details>
    </div>
  );
}
