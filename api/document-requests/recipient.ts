import type { Kysely, Transaction } from 'kysely';
import type { PublicRequest } from '#contract/public-document-requests.ts';
import {
  isOpenRequest,
  mayGive,
  mayGiveItem,
  statusAfterGiving,
  submissionProblem,
} from '#rules/document-requests/progress.ts';
import { mimeTypes } from '#rules/documents/file-kinds.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { listDocumentsOfOwners } from '../documents/store.ts';
import type { RecipientCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { isOfThisAttempt } from '../request-evidence/store.ts';
import { invalid, requireMove } from './commands.ts';
import {
  changeItem,
  changeRequest,
  type ItemRow,
  type RequestRow,
  readCompany,
  readItemRows,
  readRequestRow,
} from './store.ts';

export interface RecipientBasics {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;

const kindTexts: Record<string, string> = {
  [mimeTypes.pdf]: 'PDF',
  [mimeTypes.jpeg]: 'JPG picture',
  [mimeTypes.png]: 'PNG picture',
  [mimeTypes.heic]: 'HEIC picture',
};

const ended = () => refuse('link.ended', { detail: 'This link is no longer in use.' });

/** The request of a link, as it is inside the transaction: it may have ended since the caller was let in. */
export async function requireLive(
  trx: Trx,
  deps: RecipientBasics,
  caller: RecipientCaller,
  lock: boolean,
): Promise<RequestRow> {
  const row = await readRequestRow(trx, caller.requestId, lock);
  if (row === undefined || row.link_hash !== caller.linkHash) throw refuse('record.notFound');
  const isOver = row.expires_at === null || Date.parse(row.expires_at) <= deps.now().getTime();
  if (!isOpenRequest(row.status) || isOver) throw ended();
  return row;
}

/** What the page shows: what is asked and how it stands, and nothing of what was given but that it was. */
export async function presentToRecipient(trx: Trx, row: RequestRow): Promise<PublicRequest> {
  const company = await readCompany(trx);
  const items = await readItemRows(trx, row.id);
  const documents = await listDocumentsOfOwners(
    trx,
    'requestItem',
    items.map(({ id }) => id),
  );
  // Whether a decision holds is known once staff has told it: until then what was given reads "Given".
  const isTold = row.status !== 'submitted';
  return {
    companyName: company.name,
    countryCode: company.countryCode,
    timeZone: company.timeZone,
    status: row.status,
    message: row.message,
    dueOn: row.due_on,
    expiresAt: row.expires_at ?? row.updated_at,
    items: items.map((item) => {
      const status = isTold || item.status === 'requested' ? item.status : 'given';
      return {
        id: item.id,
        label: item.label,
        kind: item.kind,
        detailFields: item.detail_fields,
        required: item.required,
        status,
        rejectReason: isTold ? item.reject_reason : null,
        isOpen: mayGiveItem(row.status, item.status),
        files: documents
          .filter(({ owner_id, created_at }) => owner_id === item.id && isOfThisAttempt(item, created_at))
          .map(({ id, mime_type, size, created_at }) => ({
            id,
            kindText: kindTexts[mime_type] ?? 'File',
            size,
            givenAt: created_at,
          })),
      };
    }),
  };
}

/** GET /public-document-request: changes nothing, whoever asks. */
export function readPublic(deps: RecipientBasics, caller: RecipientCaller): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) =>
    presentToRecipient(trx, await requireLive(trx, deps, caller, false)),
  );
}

export async function record(
  trx: Trx,
  deps: RecipientBasics,
  caller: RecipientCaller,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordEvent(trx, deps, {
    companyId: caller.companyId,
    actor: { type: 'client', id: caller.requestId, role: 'recipient' },
    requestId: caller.request.id,
    action,
    resourceType: 'documentRequest',
    resourceId: caller.requestId,
    detail,
  });
}

/** POST /public-document-request/start. Pressed again it changes nothing. */
export function startPublic(deps: RecipientBasics, caller: RecipientCaller): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, true);
    if (row.status !== 'sent') return presentToRecipient(trx, row);
    requireMove(row.status, 'opened');
    const at = deps.now().toISOString();
    const opened = { status: 'opened', first_opened_at: row.first_opened_at ?? at, updated_at: at } as const;
    await changeRequest(trx, row.id, opened);
    const answer = await presentToRecipient(trx, { ...row, ...opened });
    await record(trx, deps, caller, 'documentRequest.opened', {});
    return answer;
  });
}

/** The item, where it may be given or changed now. */
export function requireItem(row: RequestRow, items: readonly ItemRow[], itemId: string): ItemRow {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw refuse('record.notFound');
  if (!mayGive(row.status)) {
    throw invalid(
      row.status === 'sent'
        ? 'Press Start first.'
        : 'Everything was sent, so nothing can be changed now. You will hear if something is needed again.',
    );
  }
  if (!mayGiveItem(row.status, item.status))
    throw invalid('This was accepted already. Nothing more is needed for it.');
  return item;
}

/** Writes how an item and its request stand after the person gave or took something back. */
export async function settleItem(
  trx: Trx,
  deps: RecipientBasics,
  row: RequestRow,
  items: readonly ItemRow[],
  { id, status, details }: { id: string; status: 'given' | 'requested'; details?: string },
): Promise<RequestRow> {
  const at = deps.now().toISOString();
  await changeItem(trx, id, {
    status,
    reject_reason: null,
    given_at: status === 'given' ? at : null,
    ...(details === undefined ? {} : { details }),
  });
  const after = items.map((item) => (item.id === id ? { ...item, status } : item));
  const next = statusAfterGiving(row.status, after);
  if (next !== row.status) requireMove(row.status, next);
  const changes = { status: next, updated_at: at };
  await changeRequest(trx, row.id, changes);
  return { ...row, ...changes };
}

/** POST /public-document-request/submission. Sent again it changes nothing. */
export function submitPublic(deps: RecipientBasics, caller: RecipientCaller): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, true);
    if (row.status === 'submitted') return presentToRecipient(trx, row);
    if (!mayGive(row.status)) throw invalid('Press Start first.');
    const items = await readItemRows(trx, row.id);
    const problem = submissionProblem(items);
    if (problem !== undefined) throw invalid(problem);
    requireMove(row.status, 'submitted');
    const at = deps.now().toISOString();
    const changes = { status: 'submitted', submitted_at: at, consent_at: at, updated_at: at } as const;
    await changeRequest(trx, row.id, changes);
    const answer = await presentToRecipient(trx, { ...row, ...changes });
    await record(trx, deps, caller, 'documentRequest.submitted', {
      consent: true,
      items: items.filter(({ status }) => status === 'given').map(({ label }) => label),
    });
    return answer;
  });
}
