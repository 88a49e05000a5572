import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Client, ClientInput, ClientUpdate } from '#contract/clients.ts';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { brokenConstraint } from '../database/sql-state.ts';
import { asTenant } from '../database/tenancy.ts';
import { keepLevel } from '../diligence/level.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { hashOfBody, onceOnly } from '../request-keys/once-only.ts';
import { type ClientDetails, columnsOf, detailsOfClient } from './client-record.ts';
import { misplacedFields } from './field-checks.ts';
import { duplicateQuestions, taxFileNumberQuestions } from './questions.ts';
import {
  holderOfExternalId,
  insertClient,
  isActiveMember,
  lockClientById,
  readClientById,
  replaceClient,
} from './store.ts';

export interface ClientsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;
type Asked = Pick<ClientInput, 'confirmations'>;

const takenExternalId = {
  externalId: ['Another client has this reference already. Use another one, or leave it blank.'],
};

function detailsOf<T extends ClientDetails & Asked & { version?: number }>(input: T): ClientDetails {
  const { confirmations: _confirmations, version: _version, ...details } = input;
  return details;
}

/**
 * Sentences by field for what the contract cannot know: fields of another type, people who are not there, a reference that is
 * taken. Empty when all is well.
 */
export async function fieldProblems(
  trx: Trx,
  details: ClientDetails,
  before: Client | null,
): Promise<Record<string, string[]>> {
  const fields = misplacedFields(details);
  const { responsibleMemberId, externalId } = details;
  // Whoever left the team stays responsible on record until somebody chooses another person.
  const keepsResponsible = responsibleMemberId === before?.responsible?.id;
  if (
    responsibleMemberId !== undefined &&
    !keepsResponsible &&
    !(await isActiveMember(trx, responsibleMemberId))
  ) {
    fields.responsibleMemberId = ['Choose an active member of your company'];
  }
  if (externalId !== undefined && externalId !== before?.externalId) {
    const holder = await holderOfExternalId(trx, externalId);
    if (holder !== null) Object.assign(fields, takenExternalId);
  }
  return fields;
}

async function checkFields(trx: Trx, details: ClientDetails, before: Client | null): Promise<void> {
  const fields = await fieldProblems(trx, details, before);
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields });
}

/** Refuses with the questions that nobody has answered with yes yet. */
function askFirst(questions: readonly ConfirmationQuestion[], { confirmations }: Asked): void {
  const open = questions.filter(({ code }) => !confirmations.includes(code));
  if (open.length > 0) throw refuse('confirmation.needed', { questions: [...open] });
}

/** Runs a command once for the request's key, or simply where there is none. */
async function once(
  trx: Trx,
  deps: ClientsDeps,
  caller: MemberCaller,
  { endpoint, body, status }: { endpoint: string; body: unknown; status: number },
  run: () => Promise<Client>,
): Promise<Client> {
  const key = caller.request.requestKey;
  if (key === undefined) return run();
  const result = await onceOnly(
    trx,
    deps,
    { subject: caller.member.id, endpoint, key, bodyHash: hashOfBody(body) },
    async () => ({ status, body: await run() }),
  );
  if (result.outcome === 'conflict') {
    throw refuse('requestKey.reused', {
      detail:
        'This form was sent before with other details, which were saved. Compare them, then send what you want to change.',
      current: result.first.body,
    });
  }
  return result.body as Client;
}

/** Two that take the same reference in the same moment: the index refuses the second. */
export async function refusingTakenExternalId<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) === 'clients_external_id')
      throw refuse('request.invalid', { fields: { ...takenExternalId } });
    throw error;
  }
}

function actorOf({ member }: MemberCaller) {
  return { type: 'user' as const, id: member.id, role: member.role };
}

/** What an audit event tells of a client: the details as the wire has them, without ids, versions and times. */
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

async function readBack(trx: Trx, id: string): Promise<Client> {
  const client = await readClientById(trx, id);
  if (client === null) throw new Error('A client that was just written cannot be read.');
  return client;
}

/**
 * Writes a client in status draft and its event, in a transaction in which the details were checked. `told`: what the event tells
 * besides the details.
 */
export async function keepNewClient(
  trx: Trx,
  deps: ClientsDeps,
  caller: MemberCaller,
  details: ClientDetails,
  told: Record<string, unknown>,
): Promise<Client> {
  const companyId = caller.company.id;
  const now = deps.now();
  const id = uuidv7({ msecs: now.getTime() });
  await insertClient(trx, {
    ...columnsOf(details),
    company_id: companyId,
    id,
    created_at: now.toISOString(),
    created_by: caller.member.id,
  });
  const client = await readBack(trx, id);
  await recordEvent(trx, deps, {
    companyId,
    actor: actorOf(caller),
    action: 'client.created',
    resourceType: 'client',
    resourceId: id,
    detail: { changes: changesBetween({}, auditable(client)), ...told },
    requestId: caller.request.id,
  });
  return client;
}

/**
 * Adds a client in status draft in a command's transaction, with its audit event. Refuses with `request.invalid` what does not fit,
 * with `confirmation.needed` where it is likely a duplicate or a text may hold a tax file number, until `confirmations` says that
 * it was meant.
 */
export async function addClient(
  trx: Trx,
  deps: ClientsDeps,
  caller: MemberCaller,
  input: ClientInput,
): Promise<Client> {
  const details = detailsOf(input);
  await checkFields(trx, details, null);
  const askedAbout = input.confirmations.includes('likelyDuplicates')
    ? []
    : await duplicateQuestions(trx, details);
  askFirst([...taxFileNumberQuestions(details), ...askedAbout], input);
  const { confirmations } = input;
  return keepNewClient(
    trx,
    deps,
    caller,
    details,
    confirmations.length > 0 ? { confirmed: confirmations } : {},
  );
}

/** Creates a client in status draft; refuses as `addClient` does. */
export async function createClient(
  deps: ClientsDeps,
  caller: MemberCaller,
  input: ClientInput,
): Promise<Client> {
  return refusingTakenExternalId(
    asTenant(deps.db, caller.company.id, (trx) =>
      once(trx, deps, caller, { endpoint: 'clients.create', body: input, status: 201 }, () =>
        addClient(trx, deps, caller, input),
      ),
    ),
  );
}

/** Refuses with `record.notFound` a client that is not the company's own. */
export async function readClient(deps: ClientsDeps, caller: MemberCaller, id: string): Promise<Client> {
  const client = await asTenant(deps.db, caller.company.id, (trx) => readClientById(trx, id));
  if (client === null) throw refuse('record.notFound');
  return client;
}

/**
 * Replaces the details of a client. Refuses with `record.stale`, and the record as it is now, when it was changed since the
 * version that the form was filled from. A form that changes nothing writes nothing. Once a client is more than a draft, the level of
 * due diligence that the details now want is written down with them.
 */
export async function updateClient(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  input: ClientUpdate,
): Promise<Client> {
  const companyId = caller.company.id;
  const details = detailsOf(input);
  return refusingTakenExternalId(
    asTenant(deps.db, companyId, (trx) =>
      once(trx, deps, caller, { endpoint: `clients.update ${id}`, body: input, status: 200 }, async () => {
        const before = await lockClientById(trx, id);
        if (before === null) throw refuse('record.notFound');
        if (before.version !== input.version) {
          throw refuse('record.stale', {
            detail: `${before.updatedBy.name} changed this client after you opened it. Compare both versions, then save yours again.`,
            current: before,
          });
        }
        await checkFields(trx, details, before);
        askFirst(taxFileNumberQuestions(details), input);
        const columns = columnsOf(details);
        if (isDeepStrictEqual(columns, columnsOf(detailsOfClient(before)))) return before;
        await replaceClient(trx, {
          companyId,
          id,
          version: before.version,
          columns,
          at: deps.now().toISOString(),
          by: caller.member.id,
        });
        const after = await readBack(trx, id);
        const isDraft = before.status === 'draft' && before.cddLevel === null;
        const diligence = isDraft ? null : await keepLevel(trx, deps, caller, id);
        const changes = changesBetween(auditable(before), auditable(after));
        await recordEvent(trx, deps, {
          companyId,
          actor: actorOf(caller),
          action: 'client.updated',
          resourceType: 'client',
          resourceId: id,
          detail: { changes },
          requestId: caller.request.id,
        });
        await diligence?.tell();
        return diligence?.input.client ?? after;
      }),
    ),
  );
}
