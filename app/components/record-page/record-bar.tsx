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
      <p className="text-sm print:hidden">
        <Link to={back.to}>{back.label}</Link>
      </p>
      <div
        data-record-bar
        className="z-20 -mx-6 bg-ground px-6 py-2 max-md:contents md:sticky md:top-0 print:static"
      >
        <div className="flex items-center justify-between gap-3 max-md:sticky max-md:top-0 max-md:z-20 max-md:-mx-4 max-md:bg-ground max-md:px-4 max-md:py-1.5 max-xs:static">
          <h1
            className="line-clamp-2 min-w-0 wrap-anywhere max-md:text-lg max-md:leading-snug max-xs:line-clamp-none print:line-clamp-none"
            title={title}
          >
            {title}
          </h1>
          <div className="flex shrink-0 gap-2 print:hidden">
            {action ? <div className="record-action">{action}</div> : null}
            {menu}
          </div>
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {pills}
          <span className="text-sm text-ink-soft">{about}</span>
        </div>
      </div>
    </>
  );
}
