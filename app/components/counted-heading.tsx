import type { ReactNode } from 'react';

/** A heading with the number of items in its section, if there are any. */
export function CountedHeading({
  id,
  count,
  level = 2,
  children,
}: {
  id: string;
  /** Formatted, such as "4,200"; null for none. */
  count: string | null;
  level?: 2 | 3;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <Heading id={id}>
      {children}
      {count === null ? null : (
        <>
          {' '}
          <span className="text-base font-normal text-ink-soft tabular-nums">{count}</span>
        </>
      )}
    </Heading>
  );
}
