import { useLocation } from '@remix-run/react';
import { recipientItemStatusLabels } from '#rules/document-requests/items.ts';
import { Badge, neutralBadge, settledBadge, warningBadge } from '../../components/badge.tsx';
import { useResultFocus } from '../../components/layout/landing.ts';
import { Card } from '../../components/panel.tsx';
import { AnswerSummary } from './answer-summary.tsx';
import { DetailFields } from './item-details.tsx';
import { FileFields, SubmittedFiles } from './item-files.tsx';
import type { Item, RecipientRequestView } from './request.server.ts';
import type { RequestResult } from './tally.server.ts';

const badges = {
  requested: neutralBadge,
  given: settledBadge,
  accepted: settledBadge,
  rejected: warningBadge,
};

/** One requested item: its status, what was submitted, and its fields. */
export function RequestItemCard({
  item,
  request,
  result,
  isUnsent,
}: {
  item: Item;
  request: RecipientRequestView;
  result: RequestResult | undefined;
  /** True if the last post did not reach the server: the result is then an older one and takes no focus. */
  isUnsent: boolean;
}) {
  const { id, label, required, status, rejectReason, isOpen, kind } = item;
  const isOptional = !required && status === 'requested';
  const mine = result?.items[id];
  const { key } = useLocation();
  // Emptied after a post: the file was saved or rejected, and would be sent again.
  const filesKey = `${item.files.length} ${result?.stamp ?? ''} ${item.notice ? key : ''}`;
  return (
    <Card as="li" id={`item-${id}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{label}</h3>
        <p>
          <Badge by={isOptional ? neutralBadge : badges[status]}>
            {isOptional ? 'Optional' : recipientItemStatusLabels[status]}
          </Badge>
        </p>
      </div>
      {rejectReason ? (
        <div className="notice notice-warning">
          <p className="font-semibold">Why we need this again</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{rejectReason}</p>
        </div>
      ) : null}
      <EmitEvents item={item} result={result} isUnsent={isUnsent} />
      {isUnsent ? null : <AnswerSummary result={result} items={request.items} at={id} />}
      <SubmittedFiles item={item} here={request.here} />
      {isOpen && kind === 'document' ? (
        <FileFields key={filesKey} item={item} here={request.here} problems={mine?.files ?? []} />
      ) : null}
      {isOpen && kind === 'details' && (status !== 'given' || mine?.reply) ? (
        <DetailFields item={item} request={request} result={mine} />
      ) : null}
      {isOpen && kind === 'details' && status === 'given' && !mine?.reply ? (
        <details key={`${key} ${result?.stamp ?? ''}`}>
          <summary>Change what you entered</summary>
          <div className="mt-3">
            <DetailFields item={item} request={request} result={undefined} />
          </div>
        </details>
      ) : null}
    </Card>
  );
}

/** The result for the item. Takes the focus if its button was pressed or a link led to it. */
function EmitEvents({
  item: { id, notice },
  result,
  isUnsent,
}: {
  item: Item;
  result: RequestResult | undefined;
  isUnsent: boolean;
}) {
  const { hash, key } = useLocation();
  const done = result === undefined ? notice : result.items[id]?.done;
  const isHere = result === undefined ? hash === `#item-${id}` : result.pressed === id;
  const hasSummary = (result?.items[id]?.files.length ?? 0) > 0;
  const box = useResultFocus<HTMLParagraphElement>(
    done && isHere && !hasSummary && !isUnsent ? `${key} ${result?.stamp}` : undefined,
  );
  if (!done) return null;
  return (
    <p ref={box} className="notice notice-success" role="status" tabIndex={-1}>
      {done}
    </p>
  );
}
