import type { Transaction } from 'kysely';
import type { DocumentRequest } from '#contract/document-requests.ts';
import { type Act, mayAct } from '#rules/access.ts';
import { decisionsComeTo, isOpenRequest, waitsForRecipient } from '#rules/document-requests/progress.ts';
import { readResourceHistory } from '../audit/resource-history.ts';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { targetOf, targetText } from '../request-evidence/target.ts';
import type { RequestLinks } from './links.ts';
import { type RequestRow, readItems, readMailRows, readRequestRow } from './store.ts';

type Trx = Transaction<Schema>;

export interface PresentDeps {
  now: () => Date;
  links: RequestLinks;
}

function may(deps: PresentDeps, { member, company }: MemberCaller, act: Act): boolean {
  return mayAct({ kind: 'member', ...member }, act, company, deps.now().toISOString()).allowed;
}

/** What the caller may do with a request as it stands; each command checks again. */
function movesOf(
  deps: PresentDeps,
  caller: MemberCaller,
  row: RequestRow,
  items: DocumentRequest['items'],
): DocumentRequest['moves'] {
  const { status } = row;
  const maySend = may(deps, caller, 'requests.send');
  const mayWrite = may(deps, caller, 'records.write');
  const isOpen = isOpenRequest(status);
  const isDecided = decisionsComeTo(items) === 'changesRequested';
  return [
    ...(maySend && status === 'draft' ? (['edit', 'send'] as const) : []),
    ...(maySend && (waitsForRecipient(status) || status === 'expired') ? (['sendAgain'] as const) : []),
    ...(mayWrite && waitsForRecipient(status) && row.recipient_email !== null ? (['remind'] as const) : []),
    ...(mayWrite && status === 'submitted' ? (['decide'] as const) : []),
    ...(mayWrite && status === 'submitted' && isDecided ? (['requestChanges'] as const) : []),
    ...(may(deps, caller, 'requests.cancel') && (isOpen || status === 'draft') ? (['cancel'] as const) : []),
  ];
}

/** The link, for staff who have to hand it over themselves because there is no address to mail it to. */
function linkOf(deps: PresentDeps, caller: MemberCaller, row: RequestRow): string | null {
  if (row.recipient_email !== null || row.link_seed === null || !isOpenRequest(row.status)) return null;
  if (!may(deps, caller, 'requests.send')) return null;
  return deps.links.url(deps.links.transactionId(row.id, row.link_seed));
}

/** A request as staff sees it; 404 where it is not the company's. */
export async function presentRequest(
  trx: Trx,
  deps: PresentDeps,
  caller: MemberCaller,
  id: string,
): Promise<DocumentRequest> {
  const row = await readRequestRow(trx, id);
  if (row === undefined) throw refuse('record.notFound');
  const items = await readItems(trx, id);
  const mails = await readMailRows(trx, id);
  const target = await targetOf(trx, row);
  const history = await readResourceHistory(trx, {
    companyId: caller.company.id,
    resourceType: 'documentRequest',
    resourceId: id,
    before: undefined,
  });
  return {
    id: row.id,
    version: row.version,
    clientId: row.client_id,
    clientName: row.client_name,
    activityId: row.activity_id,
    verification: target && {
      kind: target.kind,
      id: target.id,
      text: targetText(target, caller.company.timeZone),
      method: target.method,
      isOpen: target.isOpen,
    },
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    message: row.message,
    status: row.status,
    dueOn: row.due_on,
    expiresAt: row.expires_at,
    sentAt: row.sent_at,
    firstOpenedAt: row.first_opened_at,
    submittedAt: row.submitted_at,
    consentAt: row.consent_at,
    completedAt: row.completed_at,
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.created_by_name },
    items,
    mails: mails.map(({ id: mailId, kind, status, to_address, created_at, sent_at }) => {
      return { id: mailId, kind, status, to: to_address, createdAt: created_at, sentAt: sent_at };
    }),
    link: linkOf(deps, caller, row),
    moves: movesOf(deps, caller, row, items),
    history: history.events,
  };
}
