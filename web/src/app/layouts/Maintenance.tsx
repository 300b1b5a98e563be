import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Logo } from "@/ui/Logo";
import { t } from "../texts";

/** All that visitors see while maintenanceMode is on (spec §2). */
export function Maintenance() {
  const { siteName, logoUrl } = useSettings();
  useTitle(t("Back soon"));
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12 text-center">
      <div className="grid justify-items-center gap-4">
        <Logo siteName={siteName} logoUrl={logoUrl} />
        <UnderConstruction />
        <h1 className="text-h1 font-extrabold tracking-[-.02em]">
          {t("We are setting the stage")}
        </h1>
        <p className="max-w-md text-body text-balance text-fg2">
          {t("{siteName} is being worked on and will be back shortly. Nothing of yours is lost.", {
            siteName,
          })}
        </p>
      </div>
    </main>
  );
}

/** A stage being built: curtains, a light, a ladder and a barrier. */
function UnderConstruction() {
  return (
    <svg
      viewBox="0 0 480 320"
      role="img"
      aria-label={t("A stage under construction")}
      className="w-[min(480px,88vw)]"
    >
      <defs>
        <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--gold)" stopOpacity=".55" />
          <stop offset="1" stopColor="var(--gold)" stopOpacity="0" />
        </linearGradient>
        <pattern
          id="stripes"
          width="34"
          height="34"
          patternUnits="userSpaceOnUse"
          patternTransform="skewX(-30)"
        >
          <rect width="34" height="34" fill="var(--gold)" />
          <rect width="17" height="34" fill="var(--gold-on)" />
        </pattern>
      </defs>
      <rect x="20" y="24" width="440" height="232" rx="16" fill="var(--s1)" stroke="var(--line)" />
      <g fill="var(--brand)">
        <path d="M20 40a16 16 0 0 1 16-16h60c6 84-10 164-76 196z" />
        <path d="M460 40a16 16 0 0 0-16-16h-60c-6 84 10 164 76 196z" />
      </g>
      <g fill="none" stroke="var(--brand-press)" strokeWidth="5" strokeLinecap="round">
        <path d="M44 30c2 70-4 120-20 166M70 30c4 64-6 116-36 154" />
        <path d="M436 30c-2 70 4 120 20 166M410 30c-4 64 6 116 36 154" />
      </g>
      <path d="M226 66 128 250h240L254 66z" fill="url(#beam)" />
      <ellipse cx="248" cy="250" rx="118" ry="14" fill="var(--gold)" opacity=".22" />
      <rect x="20" y="250" width="440" height="34" rx="8" fill="var(--s3)" />
      <path d="M240 24v20" stroke="var(--text-3)" strokeWidth="6" />
      <path d="M218 44h44l8 26h-60z" fill="var(--text-2)" />
      <g stroke="var(--text-2)" strokeWidth="7" strokeLinecap="round" fill="none">
        <path d="M306 250 330 104M366 250 342 104M329 108h14" />
        <path d="M324 140h24M319 172h34M314 204h44M309 234h54" strokeWidth="5" />
      </g>
      <rect x="112" y="186" width="150" height="34" rx="6" fill="url(#stripes)" />
      <path
        d="M134 220v32M240 220v32M122 252h24M228 252h24"
        stroke="var(--text-2)"
        strokeWidth="7"
        strokeLinecap="round"
      />
    </svg>
  );
}
