import type { ReactNode } from 'react';
import { buttonClass } from '../button.tsx';
import { useClosing } from '../layout/use-closing.ts';
import { Card } from '../panel.tsx';

/** A button that opens a menu of links and buttons. Works without JavaScript; give it a key that changes when it must close. */
export function Menu({ label, about, children }: { label: string; about?: string; children: ReactNode }) {
  const element = useClosing();
  return (
    <details ref={element} className="group/menu relative shrink-0 print:hidden">
      <summary className={buttonClass({ className: 'list-none [&::-webkit-details-marker]:hidden' })}>
        {label}
        {about ? <span className="sr-only"> {about}</span> : null}
        <span aria-hidden="true" className="text-xs group-open/menu:rotate-180">
          ▾
        </span>
      </summary>
      <Card
        pad="none"
        className="absolute right-0 z-30 mt-1 max-h-[70dvh] w-60 max-w-[calc(100vw-32px)] overflow-y-auto py-1 shadow-lg"
      >
        {children}
      </Card>
    </details>
  );
}

/** A line of links in a menu, separated from the one before. */
export function MenuLinks({
  label,
  links,
}: {
  /** Accessible name of the links. */
  label: string;
  links: readonly { label: string; href: string }[];
}) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={label} data-routed-links className="not-first:border-t not-first:border-line">
      <ul className="py-1">
        {links.map((link) => (
          <li key={link.href + link.label}>
            <a
              href={link.href}
              className="block px-3 py-1.5 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
