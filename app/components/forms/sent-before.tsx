import type { ReactNode } from 'react';
import { WarningBox } from './warning-box.tsx';

/** Shown where the same form was sent before with other details. `children`: what to do about the later changes. */
export function SentBefore({
  id,
  href,
  name,
  children,
}: {
  id: string;
  href: string;
  name: string;
  children: ReactNode;
}) {
  return (
    <WarningBox
      id="sent-before"
      kind="warning"
      heading="You already saved this form with different details"
      reply={id}
    >
      <p>
        Saved as{' '}
        <a href={href} target="_blank" rel="noreferrer">
          {name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        . Your later changes are below and not saved. {children}
      </p>
    </WarningBox>
  );
}
