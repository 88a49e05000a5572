import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Client } from '#contract/clients.ts';
import type { startVerificationInput } from '#contract/verification-inputs.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import { companyDay } from '#rules/company-day.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { verificationMethodLabels } from '#rules/verification/evidence.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { lockClientById } from '../clients/store.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { settle } from './asking.ts';
import { invalid } from './command.ts';
import type { Trx, VerificationsDeps } from './deps.ts';
import {
  belowDocument,
  checksOfDocument,
  type DocumentInput,
  documentRow,
  documentText,
  prepareDocument,
} from './documents.ts';
import { requireLookedAt } from './evidence.ts';
import { recipientColumns, recipientOf, sendLinkNow } from './links.ts';
import { present } from './present.ts';
import {
  changeVerification,
  insertChecks,
  insertDocument,
  insertEvents,
  insertVerification,
  type NewEvent,
  readActivityLine,
  readVerificationById,
} from './store.ts';

type StartInput = z.output<typeof startVerificationInput>;

/** The client to verify, locked; refuses who is no individual, and who is kept as they were. */
async function lockIndividual(trx: Trx, id: string): Promise<Client> {
  const client = await lockClientById(trx, id);
  if (client === null) throw refuse('record.notFound');
  if (client.individual === null)
    throw invalid([
      'This client is a business. Its register is checked instead, and the people behind it as parties.',
    ]);
  if (client.status === 'archived')
    throw invalid(['This client is archived and kept as it was. Nothing is verified any more.']);
  return client;
}

function checkDays(input: StartInput, today: string): void {
  if (input.method === 'reliance' && input.reliance.verifiedOn > today)
    throw invalid(
      ['This day has not come yet. Enter the day on which they verified the person.'],
      'reliance.verifiedOn',
    );
  if (input.method === 'exception' && input.exception.endsOn <= today)
    throw invalid(['Enter a day in the future. On it the person is verified again.'], 'exception.endsOn');
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
    case 'reliance':
      return { reliance: JSON.stringify(input.reliance) };
    case 'exception':
      return { exception: JSON.stringify(input.exception) };
    default:
      return {};
  }
}

const country = ({ billingCountryCode }: MemberCaller['company']) => billingCountryCode;

interface Begun {
  trx: Trx;
  deps: VerificationsDeps;
  caller: MemberCaller;
  client: Client;
  id: string;
  at: Date;
}

/** Adds the document that the form came with, and moves on to where a person decides. */
async function addFirstDocument(
  { trx, deps, caller, client, id, at }: Begun,
  input: DocumentInput,
): Promise<NewEvent> {
  const place = {
    companyId: caller.company.id,
    verificationId: id,
    clientId: client.id,
    round: 1,
    at,
    by: caller.member.id,
  };
  const on = companyDay(at, caller.company.timeZone);
  const prepared = prepareDocument(input, { client, on });
  const row = documentRow(deps.verification, place, prepared, input);
  await insertDocument(trx, row);
  await insertChecks(trx, checksOfDocument(place, row.id, prepared, input));
  const text = documentText({ type: row.type, number_masked: row.number_masked ?? null });
  return { kind: 'documentAdded', text: `${text} was added.`, by: { type: 'member', id: caller.member.id } };
}

/** What begins a verification in the caller's transaction. Refuses with `request.invalid` what does not fit. */
async function begin(
  trx: Trx,
  deps: VerificationsDeps,
  caller: MemberCaller,
  { clientId, input }: { clientId: string; input: StartInput },
): Promise<IndividualVerification> {
  const client = await lockIndividual(trx, clientId);
  const at = deps.now();
  const now = at.toISOString();
  const today = companyDay(at, caller.company.timeZone);
  checkDays(input, today);
  if (input.activityId !== undefined && !(await readActivityLine(trx, input.activityId)))
    throw invalid(['Choose one of your company’s activities'], 'activityId');
  const companyId = caller.company.id;
  const id = uuidv7({ msecs: at.getTime() });
  const by = { type: 'member', id: caller.member.id } as const;
  const recipient = input.method === 'electronicRemote' ? recipientOf(input, country(caller.company)) : null;
  await insertVerification(trx, {
    data_sources: [],
    pending: JSON.stringify([]),
    ...methodColumns(input, caller, now),
    ...(recipient === null ? {} : recipientColumns(deps, { companyId, id }, recipient)),
    company_id: companyId,
    id,
    client_id: clientId,
    activity_id: input.activityId ?? null,
    method: input.method,
    status: 'notStarted',
    created_at: now,
    created_by: caller.member.id,
    updated_at: now,
    updated_by: caller.member.id,
  });
  const events: NewEvent[] = [
    { kind: 'started', text: `Started: ${verificationMethodLabels[input.method].toLowerCase()}.`, by },
  ];
  if (input.method === 'electronicInPerson')
    events.push({ kind: 'consentGiven', text: 'The person agreed to be checked.', by });
  const begun = { trx, deps, caller, client, id, at };
  const document =
    input.method === 'documentSighted' || input.method === 'documentCertified' ? input.document : undefined;
  if (document !== undefined) {
    events.push(
      await belowDocument(async () => {
        requireLookedAt(input.method, document);
        return addFirstDocument(begun, document);
      }),
    );
  }
  if (document !== undefined || input.method === 'reliance' || input.method === 'exception') {
    const settled = await settle(trx, deps, { companyId, id });
    await changeVerification(
      trx,
      id,
      { status: 'needsReview', machine_result: settled.machineResult as never },
      { at, by: caller.member.id },
    );
  }
  await insertEvents(trx, { companyId, verificationId: id, at }, events);
  const stored = await readVerificationById(trx, id);
  if (stored === null) throw new Error('A verification that was just written cannot be read.');
  const answer = await present(trx, deps, caller, stored);
  await recordMemberEvent(trx, deps, caller, {
    action: 'individualVerification.started',
    resourceType: 'individualVerification',
    resourceId: id,
    detail: {
      clientId,
      changes: changesBetween(
        {},
        {
          client: client.displayName,
          method: verificationMethodLabels[input.method],
          status: verificationLifecycle.labels[stored.row.status],
          sentTo: stored.row.sent_to_masked,
        },
      ),
    },
  });
  return answer;
}

/**
 * POST /clients/:clientId/individual-verifications. The link of a remote one is sent after the record is there: a link without a
 * record would lead nowhere.
 */
export async function startVerification(
  deps: VerificationsDeps,
  caller: MemberCaller,
  clientId: string,
  input: StartInput,
): Promise<IndividualVerification> {
  const companyId = caller.company.id;
  const begun = await asTenant(deps.db, companyId, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: input, status: 201 }, () =>
      begin(trx, deps, caller, { clientId, input }),
    ),
  );
  if (input.method !== 'electronicRemote' || begun.status !== 'notStarted') return begun;
  const now = await readNow(deps, caller, begun.id);
  // Of a form that was sent twice the second finds the link sent.
  if (now.status !== 'notStarted') return now;
  await sendLinkNow(deps, { companyId, id: begun.id });
  return readNow(deps, caller, begun.id);
}

function readNow(deps: VerificationsDeps, caller: MemberCaller, id: string): Promise<IndividualVerification> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null) throw refuse('record.notFound');
    return present(trx, deps, caller, stored);
  });
}
