import { EntryList } from './panel.tsx';
/** An action on a record, with the reason if one was given. */
export interface EventLine {
  seq: number;
  at: string;
  what: string;
  who: string;
  reason?: string | null | undefined;
}

/** Actions in the given order, newest first. */
export function EventList({ lines }: { lines: readonly EventLine[] }) {
  return (
    <EntryList ordered className="mt-2">
      {lines.map(({ seq, at, what, who, reason }) => (
        <li key={seq} className="px-4 py-2">
          <p>
            <strong className="font-semibold">{what}</strong>{' '}
            <span className="text-sm text-ink-soft">
              {who}, {at}
            </span>
          </p>
          {reason ? <p className="wrap-anywhere">{reason}</p> : null}
        </li>
      ))}
    </EntryList>
  );
}
