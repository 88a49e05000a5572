import { v7 as uuidv7 } from 'uuid';
import type { Client } from '#contract/clients/client-record.ts';
import { startVerification as startEndpoint } from '#contract/individual-verifications/individual-verifications.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { verificationMethodLabels } from '#rules/identity-verification/evidence.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { closedClientText, isClosedClient } from '#rules/lifecycles/clients.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import { readAfterSending } from './check-commands.ts';
import { requireLookedAt } from './evidence.ts';
import { getRecipient, recipientColumns, sendLinkNow } from './links.ts';
import type { VerificationsDeps } from './record/deps.ts';
import {
  belowDocument,
  type DocumentInput,
  documentRow,
  formatDocument,
  getDocumentChecks,
  prepareDocument,
} from './record/documents.ts';
import { insertDocument } from './record/documents-store.ts';
import { readRecord, reloadRecord } from './record/locked-verification.ts';
import { changeVerification, insertChecks, insertVerification, readActivityLine } from './record/store.ts';
import { insertEvents, type NewEvent } from './record/timeline-store.ts';
import { settle } from './run-source-checks.ts';
import { type StartInput, startProblems } from './start-problems.ts';

const handler = handlersFor<VerificationsDeps>();

interface Context extends Work {
  deps: VerificationsDeps;
  caller: MemberCaller;
  body: StartInput;
}

/** Rejects a client who is not an individual, and one whose record is closed. */
function requireIndividual(client: Client): void {
  if (client.individual === null) {
    throw invalid(
      'This client is a business. Its register is checked instead, and the people behind it as parties.',
    );
  }
  if (isClosedClient(client.status)) {
    throw invalid(`${closedClientText(client.status)} No new verifications can be started.`);
  }
}

/** Columns that go with the method. */
function methodColumns(input: StartInput, caller: MemberCaller, at: string) {
  switch (input.method) {
    case 'electronicRemote':
      return { link_days: input.expiresInDays, data_sources: input.dataSources };
    case 'electronicInPerson':
      return {
        channel: 'inPerson' as const,
        data_sources: input.dataSources,
        consent: JSON.stringify({
          at,
          how: input.consent.how,
          note: input.consent.note ?? null,
          recordedBy: caller.member.name,
        }),
      };
    case 'distf':
      return { accredited_service: JSON.stringify(input.accreditedService) };
    case 'reliance':
      return { reliance: JSON.stringify(input.reliance) };
    case 'exception':
      return { exception: JSON.stringify(input.exception) };
    default:
      return {};
  }
}

/** Adds the form's document. Throws errors at its fields, prefixed with `document`. */
function addFirstDocument(
  { trx, deps, caller, body, at: now }: Context,
  { client, id }: { client: Client; id: string },
  input: DocumentInput,
): Promise<string> {
  return belowDocument(async () => {
    requireLookedAt(body.method, input);
    const at = new Date(now);
    const place = {
      companyId: caller.company.id,
      verificationId: id,
      clientId: client.id,
      round: 1,
      at,
      by: caller.member.id,
    };
    const prepared = prepareDocument(input, { client, on: companyDay(at, caller.company.timeZone) });
    const row = await documentRow(trx, deps.verification, place, prepared, input);
    await insertDocument(trx, row);
    await insertChecks(trx, getDocumentChecks(place, row.id, prepared, input));
    return formatDocument({ type: row.type, number_masked: row.number_masked ?? null });
  });
}

/** Methods based on recorded statements, ready for a reviewer's decision at once. */
const restsOnStatement: ReadonlySet<StartInput['method']> = new Set(['distf', 'reliance', 'exception']);

/** The document of a form whose method is based on one. */
const getDocument = (input: StartInput) =>
  input.method === 'documentSighted' || input.method === 'documentCertified' ? input.document : undefined;

/** Inserts the verification in the initial state of its method. @returns its id */
async function insertStarted({ trx, deps, caller, body, at, time }: Context, clientId: string) {
  const companyId = caller.company.id;
  const id = uuidv7({ msecs: time().getTime() });
  const recipient =
    body.method === 'electronicRemote' ? getRecipient(body, caller.company.billingCountryCode) : null;
  await insertVerification(trx, {
    data_sources: [],
    pending: JSON.stringify([]),
    ...methodColumns(body, caller, at),
    ...(recipient === null ? {} : await recipientColumns(trx, deps, { companyId, id }, recipient)),
    company_id: companyId,
    id,
    client_id: clientId,
    activity_id: body.activityId ?? null,
    method: body.method,
    status: 'notStarted',
    created_at: at,
    created_by: caller.member.id,
    updated_at: at,
    updated_by: caller.member.id,
  });
  return id;
}

const begin = commandsFor<VerificationsDeps>()(startEndpoint, {
  lock: ({ trx, params }) => lockClientById(trx, params.clientId),
  async check({ trx, at, caller, body, problems }, client) {
    requireIndividual(client);
    for (const { field, message } of startProblems(body, caller, new Date(at))) problems.add(field, message);
    if (body.activityId !== undefined && !(await readActivityLine(trx, body.activityId))) {
      problems.add('activityId', 'Select a record from the list');
    }
  },
  async change(context, client) {
    const { trx, at, deps, caller, body } = context;
    const companyId = caller.company.id;
    const by = { type: 'member', id: caller.member.id } as const;
    const id = await insertStarted(context, client.id);
    const events: NewEvent[] = [
      { kind: 'started', text: `Started: ${verificationMethodLabels[body.method].toLowerCase()}.`, by },
    ];
    if (body.method === 'electronicInPerson') {
      events.push({ kind: 'consentGiven', text: 'The person agreed to be checked.', by });
    }
    const document = getDocument(body);
    if (document !== undefined) {
      const text = await addFirstDocument(context, { client, id }, document);
      events.push({ kind: 'documentAdded', text: `${text} was added.`, by });
    }
    if (document !== undefined || restsOnStatement.has(body.method)) {
      const { machineResult } = await settle(trx, deps, { companyId, id });
      const columns = { status: 'needsReview', machine_result: machineResult } as const;
      await changeVerification(trx, id, columns, { at: new Date(at), by: caller.member.id });
    }
    await insertEvents(trx, { companyId, verificationId: id, at: new Date(at) }, events);
    return id;
  },
  read: ({ trx, deps, caller }, _, id) => reloadRecord(trx, deps, caller, id),
  again: ({ trx, deps, caller }, { id }) => readRecord(trx, deps, caller, id),
  events: (_, { before: client, after, done: id }) => ({
    action: 'individualVerification.started',
    resourceType: 'individualVerification',
    resourceId: id,
    detail: {
      clientId: client.id,
      changes: changesBetween(
        {},
        {
          client: client.displayName,
          method: verificationMethodLabels[after.method],
          status: verificationLifecycle.labels[after.status],
          sentTo: after.sentTo,
        },
      ),
    },
  }),
});

/**
 * POST /clients/:clientId/individual-verifications. A remote one's link is sent after the commit, because a link
 * without a record would be invalid.
 */
export const startVerification = handler(startEndpoint, async (deps, { params, body }, caller) => {
  const begun = await begin.run(deps, caller, { params, body });
  if (body.method !== 'electronicRemote' || begun.status !== 'notStarted') return begun;
  const now = await readAfterSending(deps, caller, begun.id);
  // A duplicate of the form finds the link already sent.
  if (now.status !== 'notStarted') return now;
  await sendLinkNow(deps, { companyId: caller.company.id, id: begun.id });
  return readAfterSending(deps, caller, begun.id);
});
