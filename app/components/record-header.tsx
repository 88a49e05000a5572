import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Fact } from './description-list.tsx';
import { cardClass } from './panel.tsx';

/**
 * The header of a record's page: link back, name with badges, primary action, and the most important facts. Its children are banners and
 * questions about the whole record, between name and facts.
 */
export function RecordHeader({
  back,
  title,
  badges,
  about,
  action,
  facts,
  children,
}: {
  /** The list or record that this one belongs to. */
  back: { to: string; label: string };
  title: ReactNode;
  /** Beside the name. */
  badges?: ReactNode;
  /** Under the name: type, reference, version. */
  about?: ReactNode;
  action?: ReactNode;
  facts?: readonly Fact[];
  children?: ReactNode;
}) {
  return (
    <header>
      <p className="mb-2 text-sm print:hidden">
        <Link to={back.to}>{back.label}</Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere">
            {title}
            {badges}
          </h1>
          {about ? <p className="text-ink-soft">{about}</p> : null}
        </div>
        {action}
      </div>
      {children}
      {facts ? <KeyFacts facts={facts} /> : null}
    </header>
  );
}

/** With more facts, wide screens use columns too. */
const maxFactsPerRow = 7;

/** The record's most important facts. */
function KeyFacts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <dl
      className={cardClass({
        className: `mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 ${known.length > maxFactsPerRow ? 'lg:grid-cols-4' : 'lg:flex lg:flex-wrap lg:justify-between'}`,
      })}
    >
      {known.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
