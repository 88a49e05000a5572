import type { ReactNode } from 'react';
import { useResultFocus } from '../layout/landing.ts';

/**
 * A notice that must be read before the form is accepted. Takes the focus when it appears: by `autofocus` without JavaScript, by an
 * effect after a post with JavaScript. `reply` changes with each result, so that a repeated message is announced again.
 */
export function WarningBox({
  id,
  kind,
  heading,
  reply,
  children,
}: {
  id: string;
  kind: 'danger' | 'warning';
  heading: ReactNode;
  reply: unknown;
  children?: ReactNode;
}) {
  const box = useResultFocus<HTMLElement>(reply);
  return (
    <section
      ref={box}
      id={id}
      className={`notice notice-${kind} grid gap-3`}
      role="alert"
      // A message without further content needs no separate name.
      aria-labelledby={children === undefined ? undefined : `${id}-heading`}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to a post without script must start at what it asks or refuses
      autoFocus
    >
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  );
}
