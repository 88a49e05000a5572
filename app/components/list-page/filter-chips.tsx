import { Link } from '@remix-run/react';

/** The active filters, each a link that clears it. */
export function FilterChipList({
  chips,
  allOffHref,
}: {
  /** `href`: the list without this filter. */
  chips: readonly { name: string; text: string; href: string }[];
  /** The list without filters. */
  allOffHref: string;
}) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="mt-3 flex flex-wrap items-center gap-2 text-sm">
      {chips.map(({ name, text, href }) => (
        <li key={name} className="min-w-0">
          <Link
            to={href}
            className="flex items-center gap-2 rounded-md border border-line bg-paper px-2 py-1 text-ink no-underline hover:bg-sunken"
          >
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{text}</span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <Link to={allOffHref}>Clear all filters</Link>
        </li>
      ) : null}
    </ul>
  );
}
