import { ButtonLink } from '../../components/button.tsx';
/** A panel of the page. */
export interface PagePanel {
  /** Of the panel's element. */
  id: string;
  label: string;
  /** Number of items in the panel, as text; null for none. */
  count: string | null;
}

/** Table of contents of the page: plain links to its panels, which make no request. */
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

/** Work that can be started for the client. */
export interface Start {
  label: string;
  href: string;
  /** Work for the client, which a sanctions match prohibits. */
  isWork?: boolean;
}

/** Everything that can be started for the client; nothing for a read-only member. */
export function StartLinks({ starts, prohibited }: { starts: readonly Start[]; prohibited: boolean }) {
  return (
    <nav aria-label="Actions" className="mt-4 print:hidden" data-routed-links>
      <ul className="flex flex-wrap gap-2">
        {starts
          .filter(({ isWork }) => !(isWork && prohibited))
          .map(({ label, href }) => (
            <li key={href}>
              <ButtonLink href={href}>{label}</ButtonLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
