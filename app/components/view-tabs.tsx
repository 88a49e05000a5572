/** Links between the views of a screen, under its title; one is current. */
export function ViewTabs({
  label,
  tabs,
}: {
  /** Accessible name of the links. */
  label: string;
  tabs: readonly { to: string; label: string; isCurrent: boolean }[];
}) {
  return (
    <nav
      aria-label={label}
      data-routed-links
      className="mt-3 flex flex-wrap gap-x-5 border-b border-line print:hidden [&_a]:-mb-px [&_a]:border-b-2 [&_a]:border-transparent [&_a]:py-2 [&_a]:text-ink-soft [&_a]:no-underline [&_[aria-current]]:border-accent [&_[aria-current]]:font-semibold [&_[aria-current]]:text-ink"
    >
      {tabs.map((tab) => (
        <a key={tab.label} href={tab.to} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
