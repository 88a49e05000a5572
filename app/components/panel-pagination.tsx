import { Link } from '@remix-run/react';

/** Paging of a panel; nothing if there is one page. Keeps the scroll position. */
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
          Older
        </Link>
      )}
    </p>
  );
}
