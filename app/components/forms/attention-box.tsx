import { type ReactNode, useEffect, useRef } from 'react';

/**
 * What a person must read before the form goes ahead. It takes the focus when the page arrives with it: by
 * `autofocus` without script, by effect after a post with script. `reply` is whatever changes with each
 * answer, so that the same thing said twice is announced twice.
 */
export function AttentionBox({
  id,
  kind,
  heading,
  reply,
  children,
}: {
  id: string;
  kind: 'danger' | 'attention';
  heading: ReactNode;
  reply: unknown;
  children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (reply !== undefined) box.current?.focus();
  }, [reply]);
  return (
    <section
      ref={box}
      id={id}
      className={`notice notice-${kind} grid gap-3`}
      role="alert"
      aria-labelledby={`${id}-heading`}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to a post without script must start at what it asks or refuses
      autoFocus
    >
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  );
}
