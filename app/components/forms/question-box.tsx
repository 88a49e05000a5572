import type { ReactNode } from 'react';
import { useConfirmationFocus } from '../layout/landing.ts';
import { cardClass } from '../panel.tsx';

/** Asks for confirmation before something is ended or destroyed. Takes the focus, since the link that opened it can be far away. */
export function QuestionBox({
  about,
  labelledBy,
  isRejected,
  look = 'warning',
  className = '',
  children,
}: {
  /** Identifies the question: a new value is a new question. */
  about: string;
  /** Id of its heading. */
  labelledBy: string;
  /** True after its post was rejected: the error summary then has the focus. */
  isRejected: boolean;
  /** `card`: a form rather than a warning. */
  look?: 'warning' | 'danger' | 'card';
  /** For placement only. */
  className?: string;
  children: ReactNode;
}) {
  const box = useConfirmationFocus<HTMLElement>(about);
  return (
    <section
      ref={box}
      className={
        look === 'card'
          ? cardClass({ className: `grid gap-3 ${className}` })
          : `notice notice-${look} grid gap-3 ${className}`
      }
      aria-labelledby={labelledBy}
      tabIndex={-1}
      data-question
      // biome-ignore lint/a11y/noAutofocus: without script, too, the page must start at what it asks
      autoFocus={!isRejected}
    >
      {children}
    </section>
  );
}
