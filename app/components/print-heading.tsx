/** The heading of a printed page: company, date and time, and the user who printed it. Hidden on screen. */
export function PrintHeading({ text }: { text: string }) {
  return (
    <p className="mb-3 hidden border-b border-line-strong pb-1 text-sm text-ink-soft print:block">{text}</p>
  );
}
