/** A panel of the page. */
export interface PagePanel {
  /** Of the panel's element. */
  id: string;
  label: string;
  /** How many it holds, in words; null for none. */
  count: string | null;
}

/** What is on the page, with links to it; plain ones, which lead there without a request. */
export function PageContents({ panels }: { panels: readonly PagePanel[] }) {
  return (
    <nav aria-label="On this page" className="mt-4 border-b border-line pb-2 print:hidden">
      <ul className="flex flex-wrap gap-x-4">
        {panels.map(({ id, label, count }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-1.5 no-underline hover:underline">
              {label}
              {count === null ? null : <span className="text-ink-soft tabular-nums"> {count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Something that can be begun for the client. */
export interface Start {
  label: string;
  href: string;
}

/** Everything that can be begun for the client, in one place; nothing for whoever only reads. */
export function StartLinks({ starts }: { starts: readonly Start[] }) {
  return (
    <nav aria-label="Begin" className="mt-4 print:hidden" data-routed-links>
      <ul className="flex flex-wrap gap-2">
        {starts.map(({ label, href }) => (
          <li key={href}>
            <a href={href} className="button">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
