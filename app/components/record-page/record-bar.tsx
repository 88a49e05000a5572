import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

/**
 * The top of a record's page, which stays in view: name, state as pills, one primary action, and a menu of the others. On a narrow screen
 * the name and the menu stay at the top, and the primary action at the bottom of the window.
 */
export function RecordBar({
  back,
  title,
  pills,
  about,
  action,
  menu,
}: {
  /** The list that the record belongs to. */
  back: { to: string; label: string };
  title: string;
  pills: ReactNode;
  /** Type, reference and relationship owner, after the pills. */
  about: ReactNode;
  /** The next step; null if there is none. */
  action: ReactNode;
  menu: ReactNode;
}) {
  return (
    <>
      <p className="mb-1 text-sm print:hidden">
        <Link to={back.to}>{back.label}</Link>
      </p>
      <div
        data-record-bar
        className="sticky top-0 z-20 -mx-4 flex items-center justify-between gap-3 bg-ground px-4 py-1.5 md:-mx-6 md:items-start md:px-6 md:py-2 print:static"
      >
        <div className="min-w-0">
          <h1 className="line-clamp-2 wrap-anywhere max-md:text-lg max-md:leading-[22px]" title={title}>
            {title}
          </h1>
          <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 max-md:hidden print:flex">
            {pills}
            <span className="text-sm text-ink-soft">{about}</span>
          </div>
        </div>
        <div className="flex shrink-0 gap-2 print:hidden">
          {action ? <div className="record-action">{action}</div> : null}
          {menu}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 md:hidden print:hidden" data-record-pills>
        {pills}
        <span className="w-full text-sm text-ink-soft">{about}</span>
      </div>
    </>
  );
}
