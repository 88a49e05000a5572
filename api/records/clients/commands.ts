import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { ClientInput, ClientUpdate } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { createClient as createEndpoint, updateClient as updateEndpoint } from '#contract/clients/clients.ts';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import { requireConfirmation } from '../../kernel/command/confirmation.ts';
import type { Work } from '../../kernel/command/work.ts';
import { brokenConstraint } from '../../kernel/database/postgres-errors.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { detailQuestions, duplicateQuestions } from './confirmation-checks.ts';
import { detailProblems } from './field-checks.ts';
import { checkIdentity, identityQuestions } from './identity-checks.ts';
import { type ClientDetails, getClientDetails, getColumns } from './record/client-record.ts';
import type { ClientsDeps } from './record/queries.ts';
import {
  clients,
  getExternalIdHolder,
  insertClient,
  isActiveMember,
  lockClientById,
  readClientById,
} from './record/store.ts';
import { readIdentity, saveDetails } from './save-details.ts';

const duplicateExternalId = {
  externalId: ['Another client already has this external ID. Use another one, or leave it blank.'],
};

function getDetails(input: ClientInput & Partial<ClientUpdate>): ClientDetails {
  const {
    confirmations: _confirmations,
    version: _version,
    spellingCorrection: _correction,
    spellingReason: _reason,
    ...details
  } = input;
  return details;
}

/**
 * Sentences by field for what the contract cannot know: problems of the details, people who are not there, a reference that is
 * taken. Empty when all is well.
 */
export async function fieldProblems(
  { trx, time }: Pick<Work, 'trx' | 'time'>,
  caller: Pick<MemberCaller, 'member' | 'company'>,
  details: ClientDetails,
  before: Client | null,
): Promise<Record<string, string[]>> {
  const fields = detailProblems(details, before, caller, time());
  const { responsibleMemberId, externalId } = details;
  // A former member stays the responsible person until replaced.
  const preservesOwner = responsibleMemberId === before?.responsible?.id;
  if (
    responsibleMemberId !== undefined &&
    !preservesOwner &&
    !(await isActiveMember(trx, responsibleMemberId))
  ) {
    fields.responsibleMemberId = ['Select an active member of your company'];
  }
  if (externalId !== undefined && externalId !== before?.externalId) {
    const holder = await getExternalIdHolder(trx, externalId);
    if (holder !== null) Object.assign(fields, duplicateExternalId);
  }
  return fields;
}

/** Refuses invalid details with `request.invalid`; returns the questions about the others. */
async function checkDetails(
  work: Pick<Work, 'trx' | 'time'>,
  caller: MemberCaller,
  details: ClientDetails,
  before: Client | null,
): Promise<ConfirmationQuestion[]> {
  const fields = await fieldProblems(work, caller, details, before);
  if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
  const today = companyDay(work.time(), caller.company.timeZone);
  return detailQuestions(details, before && getClientDetails(before), today);
}

/** Converts a violation of the unique index by a concurrent request with the same external ID to a field error. */
export async function rejectDuplicateExternalId<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) === 'clients_external_id')
      throw apiError('request.invalid', { fields: { ...duplicateExternalId } });
    throw error;
  }
}

/** Audited fields of a client: its details without ids, versions and times. */
function auditable(client: Client): Record<string, unknown> {
  const {
    id,
    version,
    displayName,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
    individual,
    business,
    ...rest
  } = client;
  const nested = (name: string, part: object | null) =>
    Object.fromEntries(Object.entries(part ?? {}).map(([field, value]) => [`${name}.${field}`, value]));
  return { ...rest, ...nested('individual', individual), ...nested('business', business) };
}

/** The same without statuses: what followed from a change of details has events of its own. */
export function auditableDetails(client: Client): Record<string, unknown> {
  const { cddStatus, cddLevel, pepStatus, sanctionsStatus, screeningGaps, ...details } = auditable(client);
  return details;
}

/** Inserts a draft client with validated details. `also`: further details of its event. */
export async function insertNewClient(
  { trx, by, time, record }: Work,
  details: ClientDetails,
  also: { confirmed?: readonly string[]; import?: { id: string; fileName: string; row: number } },
): Promise<Client> {
  const { companyId, actor } = by;
  if (companyId === null) throw new Error('A client must belong to a company.');
  const now = time();
  const id = uuidv7({ msecs: now.getTime() });
  await insertClient(trx, {
    ...getColumns(details),
    company_id: companyId,
    id,
    imported: also.import !== undefined,
    created_at: now.toISOString(),
    created_by: actor.id,
  });
  const client = await clients.reread(trx, id);
  record({
    action: 'client.created',
    resourceType: 'client',
    resourceId: id,
    detail: { changes: changesBetween({}, auditable(client)), ...also },
  });
  return client;
}

/**
 * Adds a draft client. Refuses invalid details with `request.invalid`, and a likely duplicate, tax file number or mistyped date with
 * `confirmation.required` until it is among `confirmations`.
 */
export async function addClient(work: Work & { caller: MemberCaller }, input: ClientInput): Promise<Client> {
  const { trx, caller } = work;
  const { confirmations } = input;
  const details = getDetails(input);
  const questions = await checkDetails(work, caller, details, null);
  const queriedSubject = confirmations.includes('likelyDuplicates')
    ? []
    : await duplicateQuestions(trx, details);
  requireConfirmation([...questions, ...queriedSubject], input);
  return insertNewClient(work, details, confirmations.length > 0 ? { confirmed: confirmations } : {});
}

const command = commandsFor<ClientsDeps>();

/** POST /clients. Creates a client in status draft; throws like `addClient`. */
export const createClient = command(createEndpoint, {
  change: (context) => rejectDuplicateExternalId(addClient(context, context.body)),
  read: async (_context, _before, client) => client,
  again: ({ trx }, { id }) => readClientById(trx, id),
  events: () => [],
});

const stale = {
  message: ({ updatedBy }: Client) =>
    `${updatedBy.name} changed this client after you opened it. Compare both versions, then save yours again.`,
  current: (_: unknown, client: Client) => client,
};

/**
 * PUT /clients/:id. Replaces the details of a client; a form without changes writes nothing. Beyond draft, the CDD
 * level is updated as a consequence. A change of name, birth date or number by which evidence no longer counts is refused with
 * `confirmation.required` until it is among `confirmations`; see rules/clients/identity-changes.ts.
 */
export const updateClient = command(updateEndpoint, {
  lock: ({ trx, params }) => lockClientById(trx, params.id),
  stale,
  async change(context, before) {
    const { trx, caller, body, emit } = context;
    const details = getDetails(body);
    const questions = await checkDetails(context, caller, details, before);
    if (isDeepStrictEqual(getColumns(details), getColumns(getClientDetails(before))))
      return unchanged(before);
    const reading = await readIdentity(trx, before, details);
    checkIdentity(context, { before, details, reading });
    requireConfirmation([...questions, ...identityQuestions(context, before, reading)], body);
    const isSpelling = body.spellingCorrection;
    await rejectDuplicateExternalId(saveDetails(context, before, details, { reading, isSpelling }));
    const isDraft = before.status === 'draft' && before.cddLevel === null;
    if (!isDraft) emit('client.changed', { clientId: before.id });
    return clients.reread(trx, before.id);
  },
  read: ({ trx }, { id }) => clients.reread(trx, id),
  again: ({ trx, params }) => readClientById(trx, params.id),
  events: ({ body: { spellingCorrection, spellingReason } }, { before, done }) => ({
    action: 'client.updated',
    resourceType: 'client',
    resourceId: before.id,
    detail: {
      changes: {
        ...changesBetween(auditableDetails(before), auditableDetails(done)),
        ...(spellingCorrection ? { spellingCorrection: { before: null, after: spellingReason } } : {}),
      },
    },
    ...(spellingCorrection && spellingReason ? { reason: spellingReason } : {}),
  }),
});
