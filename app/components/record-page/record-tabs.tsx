import { useEffect, useRef } from 'react';

export interface RecordTab {
  label: string;
  href: string;
  isCurrent: boolean;
  /** Number of open items, as text; null for none. */
  count?: string | null;
}

/** The tabs of a record's page: links, in one line that scrolls sideways on a narrow screen. */
export function RecordTabs({ label, tabs }: { label: string; tabs: readonly RecordTab[] }) {
  const strip = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is brought into the strip
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (strip.current && link) strip.current.scrollLeft = link.offsetLeft - 24;
  }, [current]);
  return (
    <nav
      ref={strip}
      aria-label={label}
      data-routed-links
      className="relative mt-4 -mx-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0 print:hidden"
    >
      <ul className="flex w-max gap-x-5">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a
              href={tab.href}
              aria-current={tab.isCurrent ? 'page' : undefined}
              className="inline-block border-b-2 border-transparent py-2 whitespace-nowrap text-ink-soft no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {tab.label}
              {tab.count ? (
                <span className="ml-1.5 rounded-full bg-sunken px-1.5 text-xs tabular-nums">
                  {' '}
                  {tab.count}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
