import type { ReactNode } from 'react';

/** Facts of a record, one under the other. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[160px_1fr]">
      {known.map(({ label, value }) => (
        <div key={label} className="contents max-sm:block">
          <dt className="font-semibold">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
