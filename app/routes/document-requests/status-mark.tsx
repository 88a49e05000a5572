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
  submitted: 'text-attention',
  changesRequested: 'text-attention',
  completed: 'text-settled',
  expired: 'text-danger',
};

/** A request's status as a word and a shape. */
export function RequestStatusMark({ status, text }: { status: RequestStatus; text: string }) {
  return (
    <span className={`whitespace-nowrap ${colours[status] ?? 'text-ink-soft'}`}>
      <span aria-hidden="true">{shapes[status]} </span>
      {text}
    </span>
  );
}
