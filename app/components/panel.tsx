import { type ComponentPropsWithoutRef, createElement, type ReactNode } from 'react';
import { CountedHeading } from './counted-heading.tsx';

/**
 * A titled section of a page on a card: the title, actions to its right, and the content. The heading is its accessible name, and its id
 * the target of links.
 */
export function Panel({
  id,
  headingId = `${id}-heading`,
  title,
  count = null,
  level = 2,
  about,
  action,
  className = '',
  children,
  ...section
}: Omit<ComponentPropsWithoutRef<'section'>, 'title' | 'id' | 'aria-labelledby'> & {
  title: ReactNode;
  /** Number of items, formatted: "4,200"; null for none. */
  count?: string | null;
  /** Heading level. */
  level?: 2 | 3;
  /** One sentence under the title. */
  about?: ReactNode;
  /** Buttons to the right of the title. */
  action?: ReactNode;
} & (
    | { id: string; headingId?: string }
    /** A panel that nothing links to only needs an id for its heading. */
    | { id?: undefined; headingId: string }
  )) {
  const heading = <CountedHeading {...{ id: headingId, count, level }}>{title}</CountedHeading>;
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={cardClass({
        className: `grid scroll-mt-4 grid-cols-[minmax(0,1fr)] content-start gap-4 ${className}`,
      })}
      {...section}
    >
      {action ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {heading}
          {action}
        </div>
      ) : (
        heading
      )}
      {about ? <p className="hint -mt-3">{about}</p> : null}
      {children}
    </section>
  );
}

type Pad = 'none' | 'tight' | 'normal' | 'roomy';

const pads: Record<Pad, string> = { none: '', tight: 'px-3 py-2', normal: 'p-4', roomy: 'px-6 py-8' };

/** Classes of a card, for an element that `Card` cannot render because a hook or another component owns it. */
export function cardClass({ pad = 'normal', className = '' }: { pad?: Pad; className?: string } = {}) {
  return ['panel', pads[pad], className.trim()].filter(Boolean).join(' ');
}

type CardTag =
  | 'a'
  | 'aside'
  | 'blockquote'
  | 'details'
  | 'div'
  | 'dl'
  | 'fieldset'
  | 'figure'
  | 'label'
  | 'li'
  | 'main'
  | 'nav'
  | 'p'
  | 'section'
  | 'ul';

/** A card without a title, rendered as the given element. */
export function Card<Tag extends CardTag = 'div'>({
  as,
  pad,
  className,
  ...rest
}: { as?: Tag; pad?: Pad; className?: string; children: ReactNode } & Omit<
  ComponentPropsWithoutRef<Tag>,
  'className' | 'children'
>) {
  return createElement<object>(as ?? 'div', { ...rest, className: cardClass({ pad, className }) });
}

/** Entries on one card, separated by lines; `ordered` if their order has a meaning. */
export function EntryList({
  ordered = false,
  className = '',
  ...list
}: Omit<ComponentPropsWithoutRef<'ul'>, 'className'> & { ordered?: boolean; className?: string }) {
  const classes = cardClass({ pad: 'none', className: `divide-y divide-line ${className}` });
  return ordered ? <ol className={classes} {...list} /> : <ul className={classes} {...list} />;
}
