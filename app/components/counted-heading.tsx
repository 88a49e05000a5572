import type { ReactNode } from 'react';

/** The heading of a panel with how many it holds, where there are any. */
export function CountedHeading({
  id,
  count,
  children,
}: {
  id: string;
  /** In words, such as "4,200"; null for none. */
  count: string | null;
  children: ReactNode;
}) {
  return (
    <h2 id={id}>
      {children}
      {count === null ? null : (
        <>
          {' '}
          <span className="text-base font-normal text-ink-soft tabular-nums">{count}</span>
        </>
      )}
    </h2>
  );
}
