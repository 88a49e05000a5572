import type { DocumentRequest } from '#contract/document-requests/document-requests.ts';
import { decisionsComeTo } from '#rules/document-requests/progress.ts';
import { isOpenRequest, waitsForRecipient } from '#rules/lifecycles/checks.ts';
import { can, type Permission } from '#rules/permissions.ts';
import { formatTarget, getTarget } from '../../checks/document-request-evidence/evidence-target.ts';
import { readResourceHistory } from '../../kernel/audit/resource-history.ts';
import type { RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { RequestLinks } from './links.ts';
import { readEmailRows, readItems, readRequestRow } from './store.ts';

export interface PresentDeps {
  now: () => Date;
  links: RequestLinks;
}

function may(deps: PresentDeps, { member, company }: MemberCaller, permission: Permission): boolean {
  return can({ kind: 'member', ...member }, permission, company, deps.now().toISOString()).allowed;
}

/** Actions of the caller on a request; every command checks again. */
function availableActions(
  deps: PresentDeps,
  caller: MemberCaller,
  row: RequestRow,
  items: DocumentRequest['items'],
): DocumentRequest['actions'] {
  const { status } = row;
  const canSend = may(deps, caller, 'requests.send');
  const mayWrite = may(deps, caller, 'records.write');
  const isOpen = isOpenRequest(status);
  const isDecided = decisionsComeTo(items) === 'changesRequested';
  return [
    ...(canSend && status === 'draft' ? (['edit', 'send'] as const) : []),
    ...(canSend && (waitsForRecipient(status) || status === 'expired') ? (['sendAgain'] as const) : []),
    ...(mayWrite && waitsForRecipient(status) && row.recipient_email !== null ? (['remind'] as const) : []),
    ...(mayWrite && status === 'submitted' ? (['decide'] as const) : []),
    ...(mayWrite && status === 'submitted' && isDecided ? (['requestChanges'] as const) : []),
    ...(may(deps, caller, 'requests.cancel') && (isOpen || status === 'draft') ? (['cancel'] as const) : []),
  ];
}

/** The link, for staff who deliver it themselves because the recipient has no email address. */
function getLink(deps: PresentDeps, caller: MemberCaller, row: RequestRow): string | null {
  if (row.recipient_email !== null || row.link_seed === null || !isOpenRequest(row.status)) return null;
  if (!may(deps, caller, 'requests.send')) return null;
  return deps.links.url(deps.links.transactionId(row.id, row.link_seed, row.link_hash));
}

/** A request for staff; 404 if it belongs to another company. */
export async function toDocumentRequestDto(
  trx: Trx,
  deps: PresentDeps,
  caller: MemberCaller,
  id: string,
): Promise<DocumentRequest> {
  const row = await readRequestRow(trx, id);
  if (row === null) throw apiError('record.notFound');
  const items = await readItems(trx, id);
  const mails = await readEmailRows(trx, id);
  const target = await getTarget(trx, row);
  const history = await readResourceHistory(trx, {
    reader: caller,
    now: deps.now(),
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
      text: formatTarget(target, caller.company.timeZone),
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
    mails: mails.map(({ id: mailId, payload: { email, to }, status, createdAt, sentAt }) => {
      return { id: mailId, kind: email, status, to, createdAt, sentAt };
    }),
    link: getLink(deps, caller, row),
    actions: availableActions(deps, caller, row, items),
    history: history.events,
  };
}
