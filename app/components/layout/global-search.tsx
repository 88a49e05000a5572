import { Form, useSearchParams } from '@remix-run/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../button.tsx';

/** Loaded on first use: most pages are opened without it. */
const SearchDialog = lazy(() => import('./search-dialog.tsx'));

/** Search over everything: a plain form, whose results are a page. Ctrl+K or ⌘K opens it as a dialog with results as one types. */
export function GlobalSearch() {
  const [isOpen, setIsOpen] = useState(false);
  const [searchParams] = useSearchParams();
  const searched = searchParams.get('q') ?? '';

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <Form
        method="get"
        action="/search"
        role="search"
        aria-label="All records and pages"
        className="flex min-w-0 grow gap-2 max-xs:order-last max-xs:basis-full md:max-w-md"
      >
        <input
          key={searched}
          type="search"
          name="q"
          aria-label="Search everything"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search (Ctrl+K)"
          defaultValue={searched}
          maxLength={200}
          autoComplete="off"
        />
        {/* On a phone the keyboard has its own key for it. */}
        <span className="max-md:hidden">
          <Button>Search</Button>
        </span>
      </Form>
      {isOpen ? (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
