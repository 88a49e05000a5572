import { useAppState } from '../state.ts';

/** The full-screen spinner shown while navigating to another screen, announced to screen readers. */
export function NavigationProgress() {
  const { loader } = useAppState();
  return (
    <>
      <p role="status" className="sr-only">
        {loader.isLoading ? 'Loading' : ''}
      </p>
      {loader.isLoading && <FullScreenSpinner />}
    </>
  );
}

/** A spinner over the whole screen; its caller announces it to screen readers. */
export function FullScreenSpinner() {
  return (
    <div
      aria-hidden="true"
      className="fixed inset-0 z-50 grid animate-appear place-items-center bg-overlay print:hidden"
    >
      <div className="size-10 animate-turn rounded-full border-4 border-line border-t-accent" />
    </div>
  );
}
