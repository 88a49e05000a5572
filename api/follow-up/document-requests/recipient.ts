import type { Kysely } from 'kysely';
import {
  type PublicRequest,
  readPublicRequest,
  startPublicRequest,
  submitPublicRequest,
} from '#contract/document-requests/public-document-request.ts';
import { clientTabUrl } from '#rules/clients/client-tabs.ts';
import {
  canSubmit,
  canSubmitItem,
  statusAfterSubmission,
  submissionProblem,
} from '#rules/document-requests/progress.ts';
import { mimeTypes } from '#rules/documents/file-kinds.ts';
import { isOpenRequest } from '#rules/lifecycles/checks.ts';
import type { SealingKey } from '../../checks/individual-verifications/record/encryption.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import type { ItemRow, RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { RecipientCaller } from '../../kernel/http/bind-endpoint.ts';
import { isCurrentAttempt } from '../../records/documents/request-evidence-store.ts';
import { isReadable, listDocumentsByOwner } from '../../records/documents/store.ts';
import { notify } from '../notifications/notify.ts';
import { changeItem, changeRequest, readCompany, readItemRows, readRequestRow, requests } from './store.ts';

export interface RecipientBasics {
  db: Kysely<Schema>;
  now: () => Date;
  /** Seals document numbers. */
  verification: SealingKey;
}

const command = commandsFor<RecipientBasics>();
const handler = handlersFor<RecipientBasics>();

const kindLabels: Record<string, string> = {
  [mimeTypes.pdf]: 'PDF',
  [mimeTypes.jpeg]: 'JPG picture',
  [mimeTypes.png]: 'PNG picture',
  [mimeTypes.heic]: 'HEIC picture',
};

const ended = () =>
  apiError('link.expired', { detail: 'This link has expired. Request a new one from the sender.' });

/** The request of a link, read inside the transaction: it may have ended since authentication. */
export async function requireLive(
  trx: Trx,
  deps: Pick<RecipientBasics, 'now'>,
  caller: RecipientCaller,
  lock: boolean,
): Promise<RequestRow> {
  const { requestId } = caller;
  const row = lock ? await requests.lock(trx, requestId) : await readRequestRow(trx, requestId);
  if (row === null || row.link_hash !== caller.linkHash) throw apiError('record.notFound');
  const isOver = row.expires_at === null || Date.parse(row.expires_at) <= deps.now().getTime();
  if (!isOpenRequest(row.status) || isOver) throw ended();
  return row;
}

/**
 * A request as the recipient's page shows it: the requested items with their status, but none of the submitted content.
 */
export async function toRecipientDto(trx: Trx, row: RequestRow): Promise<PublicRequest> {
  const company = await readCompany(trx);
  const items = await readItemRows(trx, row.id);
  const documents = await listDocumentsByOwner(
    trx,
    'requestItem',
    items.map(({ id }) => id),
  );
  // Decisions are disclosed once staff has sent them; until then submitted items read "Given".
  const isNotified = row.status !== 'submitted';
  return {
    companyName: company.name,
    countryCode: company.countryCode,
    timeZone: company.timeZone,
    status: row.status,
    message: row.message,
    dueOn: row.due_on,
    expiresAt: row.expires_at ?? row.updated_at,
    items: items.map((item) => {
      const status = isNotified || item.status === 'requested' ? item.status : 'given';
      return {
        id: item.id,
        label: item.label,
        kind: item.kind,
        detailFields: item.detail_fields,
        required: item.required,
        status,
        rejectReason: isNotified ? item.reject_reason : null,
        isOpen: canSubmitItem(row.status, item.status),
        files: documents
          .filter(
            (row) => row.owner_id === item.id && isReadable(row) && isCurrentAttempt(item, row.created_at),
          )
          .map(({ id, mime_type, size, created_at }) => ({
            id,
            kindText: kindLabels[mime_type] ?? 'File',
            size,
            givenAt: created_at,
          })),
      };
    }),
  };
}

/** GET /public-document-request: read-only. */
export const readPublic = handler(readPublicRequest, (deps, _input, caller) =>
  asTenant(deps.db, caller.companyId, async (trx) =>
    toRecipientDto(trx, await requireLive(trx, deps, caller, false)),
  ),
);

/** Context of a recipient's commands. */
export type RecipientContext = Work & { caller: RecipientCaller };

/** Locks the request of the caller's link. */
export const lockLive = ({ trx, time, caller }: RecipientContext): Promise<RequestRow> =>
  requireLive(trx, { now: time }, caller, true);

/** The request of the caller's link, as the recipient sees it after a command. */
export const presentNow = async ({ trx, caller }: RecipientContext): Promise<PublicRequest> =>
  toRecipientDto(trx, await requests.reread(trx, caller.requestId));

/** Audit event of a recipient's command. */
export const requestEvent = (
  { requestId }: RecipientCaller,
  action: string,
  detail: Record<string, unknown>,
): WorkEvent => ({ action, resourceType: 'documentRequest', resourceId: requestId, detail });

/** POST /public-document-request/start. Idempotent. */
export const startPublic = command(startPublicRequest, {
  lock: lockLive,
  async change({ trx, at }, row) {
    if (row.status !== 'sent') return unchanged(await toRecipientDto(trx, row));
    const first_opened_at = row.first_opened_at ?? at;
    await changeRequest(trx, row.id, { status: 'opened', first_opened_at, updated_at: at });
  },
  read: presentNow,
  events: ({ caller }) => requestEvent(caller, 'documentRequest.opened', {}),
});

/** Returns the item if it can be submitted or changed now; otherwise throws. */
export function requireItem(row: RequestRow, items: readonly ItemRow[], itemId: string): ItemRow {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw apiError('record.notFound');
  if (!canSubmit(row.status)) {
    throw invalid(
      row.status === 'sent'
        ? 'Press Start first.'
        : 'Everything was submitted, so nothing can be changed now. We will contact you if anything else is needed.',
    );
  }
  if (!canSubmitItem(row.status, item.status))
    throw invalid('This item is already accepted. Nothing more is needed.');
  return item;
}

/** Updates the status of an item and its request after the recipient submitted or removed something. */
export async function updateItemStatus(
  { trx, at }: Pick<Work, 'trx' | 'at'>,
  row: RequestRow,
  items: readonly ItemRow[],
  {
    id,
    status,
    ...details
  }: { id: string; status: 'given' | 'requested'; details?: string; number_sealed?: string | null },
): Promise<RequestRow> {
  await changeItem(trx, id, {
    status,
    reject_reason: null,
    given_at: status === 'given' ? at : null,
    ...details,
  });
  const after = items.map((item) => (item.id === id ? { ...item, status } : item));
  const next = statusAfterSubmission(row.status, after);
  const changes = { status: next, updated_at: at };
  await changeRequest(trx, row.id, changes);
  return { ...row, ...changes };
}

/** POST /public-document-request/submission. Idempotent. */
export const submitPublic = command(submitPublicRequest, {
  lock: lockLive,
  async change(work, row) {
    const { trx, at } = work;
    if (row.status === 'submitted') return unchanged(await toRecipientDto(trx, row));
    if (!canSubmit(row.status)) throw invalid('Press Start first.');
    const items = await readItemRows(trx, row.id);
    const problem = submissionProblem(items);
    if (problem !== undefined) throw invalid(problem);
    await changeRequest(trx, row.id, {
      status: 'submitted',
      submitted_at: at,
      consent_at: at,
      updated_at: at,
    });
    const path = clientTabUrl(row.client_id, 'documents', { request: row.id });
    await notify(work, [{ memberId: row.created_by, kind: 'submitted', path }]);
    return items.filter(({ status }) => status === 'given').map(({ label }) => label);
  },
  read: presentNow,
  events: ({ caller }, { done: items }) =>
    requestEvent(caller, 'documentRequest.submitted', { consent: true, items }),
});
