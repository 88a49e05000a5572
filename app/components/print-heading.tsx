/**
 * Heads a printed page: whose document it is, as at when, and for whom it was opened. Not on the screen, where the page around it
 * says so.
 */
export function PrintHeading({ text }: { text: string }) {
  return (
    <p className="mb-3 hidden border-b border-line-strong pb-1 text-sm text-ink-soft print:block">{text}</p>
  );
}
