/** Names and values under each other; what is empty shows a dash. */
export function Facts({ rows }: { rows: readonly (readonly [string, string | undefined])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-label">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg3">{name}</dt>
          <dd className="break-words font-medium">{value || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
