import type { ReactNode } from 'react';
import { cardClass } from './panel.tsx';

export interface Fact {
  label: string;
  /** Null, undefined and '' are omitted. */
  value: ReactNode;
}

const layouts = {
  /** Labels on the left, values on the right. */
  rows: 'grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(120px,1fr)_2fr]',
  /** A narrow column of short facts: each label beside its value, on any screen. */
  pairs: 'grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] gap-x-3 gap-y-2',
  /** Details of an entry: labels on the left, as wide as the longest. */
  compact: 'grid content-start gap-x-4 gap-y-1 sm:grid-cols-[minmax(120px,auto)_1fr]',
  /** Sentences as labels: two equal columns. */
  halves: 'grid gap-x-4 gap-y-2 sm:grid-cols-2',
  /** A few short facts in a row, each under its label. */
  line: 'flex flex-wrap gap-x-8 gap-y-2 [&_dt]:text-xs',
  /** Amounts and counts, right-aligned. */
  figures: 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2',
} as const;

/** The element around a label and its value. */
const groups = {
  rows: 'sm:contents',
  pairs: 'contents',
  compact: 'sm:contents',
  halves: 'sm:contents',
  line: undefined,
  figures: 'contents',
} as const satisfies Record<keyof typeof layouts, string | undefined>;

/** Facts of a record with their labels; `card` puts them on a card. */
export function DescriptionList({
  facts,
  layout = 'rows',
  card = false,
  className = '',
}: {
  facts: readonly (Fact & { about?: ReactNode })[];
  layout?: keyof typeof layouts;
  card?: boolean;
  /** For placement only. */
  className?: string;
}) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  const classes = `${layouts[layout]} ${className}`.trim();
  const isFigures = layout === 'figures';
  return (
    <dl className={card ? cardClass({ className: classes }) : classes}>
      {known.map(({ label, value, about }) => (
        <div key={label} className={groups[layout]}>
          <dt className="text-ink-soft">
            {label}
            {about ? <span className="block text-sm">{about}</span> : null}
          </dt>
          <dd className={isFigures ? 'text-right tabular-nums' : 'min-w-0 whitespace-pre-line wrap-anywhere'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
