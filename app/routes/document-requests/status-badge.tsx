import type { RequestStatus } from '#rules/lifecycles/checks.ts';

const shapes: Record<RequestStatus, string> = {
  draft: '○',
  sent: '◔',
  opened: '◑',
  partlySubmitted: '◕',
  submitted: '●',
  changesRequested: '◑',
  completed: '✓',
  expired: '◌',
  cancelled: '×',
};
const colours: Partial<Record<RequestStatus, string>> = {
  submitted: 'text-warning',
  changesRequested: 'text-warning',
  completed: 'text-success',
  expired: 'text-danger',
};

/** A request's status as a badge. */
export function RequestStatusBadge({ status, text }: { status: RequestStatus; text: string }) {
  return (
    <span className={`whitespace-nowrap ${colours[status] ?? 'text-ink-soft'}`}>
      <span aria-hidden="true">{shapes[status]} </span>
      {text}
    </span>
  );
}
