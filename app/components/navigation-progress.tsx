import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useAppState } from '../state.ts';

/**
 * The full-screen spinner from the start of a navigation to another screen until that screen is ready, told
 * to screen readers as well. Afterwards the keyboard's focus moves to the new screen's content, as it would
 * after a full page load.
 */
export function NavigationProgress() {
  const { loader } = useAppState();
  useFocusOnNewScreen();
  return (
    <>
      <p role="status" className="sr-only">
        {loader.isLoading ? 'Loading' : ''}
      </p>
      {loader.isLoading && <FullScreenSpinner />}
    </>
  );
}

/** Covers the screen; what it means is announced by whoever shows it. */
export function FullScreenSpinner() {
  return (
    <div
      aria-hidden="true"
      className="fixed inset-0 z-50 grid animate-appear place-items-center bg-ground/80 print:hidden"
    >
      <div className="size-10 animate-turn rounded-full border-4 border-line border-t-accent" />
    </div>
  );
}

function useFocusOnNewScreen(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement?.matches('[autofocus], [role="alert"]')) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
