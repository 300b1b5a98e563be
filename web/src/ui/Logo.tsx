type LogoProps = { siteName: string; logoUrl: string };

/** The operator's logo, or the product's mark beside the site's name, where there is room for all of it. */
export function Logo({ siteName, logoUrl }: LogoProps) {
  if (logoUrl)
    return <img src={logoUrl} alt={siteName} className="h-8 w-auto max-w-40 object-contain" />;
  return (
    <span className="inline-flex h-[30px] min-w-0 flex-wrap items-center gap-x-2.5 overflow-hidden">
      <Mark size={30} />
      <span className="text-[20px] leading-6 font-extrabold tracking-[-.02em]">{siteName}</span>
    </span>
  );
}

/** A stage light and its pool, on the operator's colour. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden className="shrink-0">
      <rect width="64" height="64" rx="16" fill="var(--brand)" />
      <path d="M20.5 26.5 31 20.5 55.5 49H25Z" fill="#ffe7ae" opacity=".8" />
      <ellipse cx="40.2" cy="49" rx="15.3" ry="4.6" fill="#ffd978" />
      <g transform="rotate(-30 22 18)">
        <rect x="14" y="8" width="16" height="15" rx="4" fill="#fff" />
        <rect x="15" y="21.6" width="14" height="3.6" rx="1.8" fill="#f7c65a" />
        <path d="M18 8.2V5.4h8v2.8" fill="none" stroke="#fff" strokeWidth="2.4" />
      </g>
    </svg>
  );
}
