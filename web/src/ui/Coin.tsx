/** The mark of a token. */
export function Coin({ size = 18 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden className="shrink-0">
      <circle cx="10" cy="10" r="9" fill="#f5b83d" />
      <circle
        cx="10"
        cy="10"
        r="6.6"
        fill="none"
        stroke="#b97a0b"
        strokeWidth="1.3"
        opacity=".75"
      />
      <path
        d="M10 6.2l1.15 2.4 2.6.35-1.9 1.83.47 2.6L10 12.12l-2.32 1.26.47-2.6-1.9-1.83 2.6-.35z"
        fill="#8f5b00"
      />
    </svg>
  );
}
