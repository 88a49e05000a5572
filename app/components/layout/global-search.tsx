import { Form, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '../button.tsx';

/** Search over all clients: a plain form. Ctrl+K or ⌘K moves the focus to it. */
export function GlobalSearch() {
  const input = useRef<HTMLInputElement>(null);
  const [searchParams] = useSearchParams();
  const searched = searchParams.get('q') ?? '';

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <Form
      method="get"
      action="/clients"
      role="search"
      aria-label="All clients"
      className="flex min-w-0 grow gap-2 md:max-w-md"
    >
      <input
        key={searched}
        ref={input}
        type="search"
        name="q"
        aria-label="Search all clients"
        aria-keyshortcuts="Control+K Meta+K"
        placeholder="Search clients"
        defaultValue={searched}
        maxLength={200}
        autoComplete="off"
      />
      {/* On a phone the keyboard has its own key for it. */}
      <span className="max-md:hidden">
        <Button>Search</Button>
      </span>
    </Form>
  );
}
