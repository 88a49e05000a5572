import type { ReactNode } from 'react';

/** The line above a list's rows: their number, announced when the list changes, and links about the whole list. */
export function ListCount({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="mt-4 mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
      <p aria-live="polite" className="text-ink-soft tabular-nums">
        {text}
      </p>
      {children}
    </div>
  );
}
