import { Link } from '@remix-run/react';

/** The way through a panel's older entries; nothing where all of them are in sight. The page stays where it is. */
export function PanelPages({
  newestHref,
  earlierHref,
}: {
  /** Null on the first page. */
  newestHref: string | null;
  /** Null on the last page. */
  earlierHref: string | null;
}) {
  return (
    <p className="flex gap-4 text-sm empty:hidden">
      {newestHref === null ? null : <Link to={newestHref}>Newest</Link>}
      {earlierHref === null ? null : (
        <Link to={earlierHref} preventScrollReset>
          Earlier
        </Link>
      )}
    </p>
  );
}
