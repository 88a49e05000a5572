/** Something that somebody did about a person or a company, with the reason where one was asked for. */
export interface ActLine {
  seq: number;
  at: string;
  what: string;
  who: string;
  reason?: string | null | undefined;
}

/** What was done, as a list: newest first, as it comes. */
export function ActList({ lines }: { lines: readonly ActLine[] }) {
  return (
    <ol className="panel mt-2 divide-y divide-line">
      {lines.map(({ seq, at, what, who, reason }) => (
        <li key={seq} className="px-4 py-2">
          <p>
            <strong className="font-semibold">{what}</strong>{' '}
            <span className="text-sm text-ink-soft">
              {at}, {who}
            </span>
          </p>
          {reason ? <p className="wrap-anywhere">{reason}</p> : null}
        </li>
      ))}
    </ol>
  );
}
