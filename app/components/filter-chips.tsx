import { Link } from '@remix-run/react';

/** The filters in use, in words, each a link that takes it off. */
export function FilterChipList({
  chips,
  allOffHref,
}: {
  /** `href`: the list without this filter. */
  chips: readonly { name: string; text: string; href: string }[];
  /** The list without any. */
  allOffHref: string;
}) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters in use" className="mt-3 flex flex-wrap items-center gap-2 text-sm">
      {chips.map(({ name, text, href }) => (
        <li key={name} className="min-w-0">
          <Link
            to={href}
            className="flex items-center gap-2 rounded-md border border-line bg-paper px-2 py-1 text-ink no-underline hover:bg-sunken"
          >
            <span className="sr-only">Take off </span>
            <span className="truncate">{text}</span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <Link to={allOffHref}>Take all off</Link>
        </li>
      ) : null}
    </ul>
  );
}
