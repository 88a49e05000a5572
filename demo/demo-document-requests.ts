import { randomUUID } from 'node:crypto';
import type { SealingKey } from '#api/checks/individual-verifications/record/encryption.ts';
import type { RequestsDeps } from '#api/follow-up/document-requests/commands.ts';
import { createRequest } from '#api/follow-up/document-requests/drafts.ts';
import { createRequestLinks, hashTransactionId } from '#api/follow-up/document-requests/links.ts';
import { runDocumentRequestMaintenance } from '#api/follow-up/document-requests/maintenance-job.ts';
import { readRequest } from '#api/follow-up/document-requests/queries.ts';
import {
  type RecipientBasics,
  startPublic,
  submitPublic,
} from '#api/follow-up/document-requests/recipient.ts';
import { saveRequestDetails } from '#api/follow-up/document-requests/recipient-details.ts';
import { decideItem, requestChangesTo } from '#api/follow-up/document-requests/review-item.ts';
import { cancelRequest } from '#api/follow-up/document-requests/send-request.ts';
import { readRequestRow } from '#api/follow-up/document-requests/store.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller, RecipientCaller } from '#api/kernel/http/bind-endpoint.ts';
import { type DocumentRequest, newDocumentRequest } from '#contract/document-requests/document-requests.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { inSeries } from './seed-clients.ts';

/** Target status of each request. Requests with an email address have their emails in the outbox. */
const demoStates = [
  'sent',
  'opened',
  'partlySubmitted',
  'submitted',
  'changesRequested',
  'completed',
  'expired',
  'cancelled',
  'draft',
] as const;
type DemoState = (typeof demoStates)[number];

/** Index of the first of the individuals that no other part uses. */
const firstClient = 12;

interface Turn {
  deps: RequestsDeps & RecipientBasics;
  staff: MemberCaller;
  request: DocumentRequest;
}

const daysAgo = (now: () => Date, days: number) => () => new Date(now().getTime() - days * 86_400_000);

async function clientAt(
  { database }: DemoDeps,
  place: number,
): Promise<{ id: string; name: string } | undefined> {
  const row = await asTenant(database.db, demoCompanyId, (trx) =>
    trx
      .selectFrom('clients')
      .select(['id', 'display_name'])
      .where('kind', '=', 'individual')
      .where('status', '=', 'onboarding')
      .where(inSeries)
      .orderBy('id')
      .offset(firstClient + place)
      .limit(1)
      .executeTakeFirst(),
  );
  return row && { id: row.id, name: row.display_name };
}

const details = (label: string, detailFields: string[]) => ({ label, kind: 'details', detailFields });

async function send(
  deps: RequestsDeps,
  staff: MemberCaller,
  client: { id: string; name: string },
  { state, place }: { state: DemoState; place: number },
): Promise<DocumentRequest> {
  const isMailed = state === 'sent' || state === 'opened';
  const form = newDocumentRequest.parse({
    recipientName: client.name,
    ...(isMailed ? { recipientEmail: `client${place + 1}@example.test` } : {}),
    dueOn: addDays(companyDay(deps.now(), staff.company.timeZone), 7),
    message:
      'We need these before we can continue with your matter. Call us on the number you know with any questions.',
    items: [
      details('Your details', ['name', 'dateOfBirth']),
      details('Passport number', ['documentNumber', 'documentExpiry']),
      {
        label: 'Proof of address from the last three months',
        kind: 'document',
        documentType: 'proofOfAddress',
        required: state === 'sent' || state === 'opened',
      },
    ],
    send: state !== 'draft',
  });
  return createRequest.run(deps, staff, { params: { id: client.id }, body: form });
}

async function getHolder({ deps, request }: Turn): Promise<RecipientCaller> {
  const row = await asTenant(deps.db, demoCompanyId, (trx) => readRequestRow(trx, request.id));
  const transactionId = deps.links.transactionId(request.id, row?.link_seed ?? '');
  return {
    kind: 'recipient',
    companyId: demoCompanyId,
    requestId: request.id,
    linkHash: hashTransactionId(transactionId),
    request: { id: randomUUID(), endpointId: 'seed', requestKey: undefined, clientIp: '127.0.0.1' },
  };
}

/** Actions of the recipient, up to the request's target status. */
async function give(context: Turn, state: DemoState): Promise<void> {
  const { deps, request } = context;
  const holder = await getHolder(context);
  const [person, passport] = request.items.map(({ id }) => id);
  await startPublic.run(deps, holder, { body: {} });
  if (state === 'opened') return;
  const named = { name: request.recipientName, dateOfBirth: '1979-06-14', address: undefined };
  const none = { documentNumber: undefined, documentExpiry: undefined };
  await saveRequestDetails.run(deps, holder, {
    params: { itemId: person ?? '' },
    body: { ...named, ...none },
  });
  if (state === 'partlySubmitted') return;
  const unnamed = { name: undefined, dateOfBirth: undefined, address: undefined };
  await saveRequestDetails.run(deps, holder, {
    params: { itemId: passport ?? '' },
    body: { ...unnamed, documentNumber: 'LN012345', documentExpiry: '2031-03-31' },
  });
  await submitPublic.run(deps, holder, { body: { consent: true } });
}

async function decide({ deps, staff, request }: Turn, state: DemoState): Promise<void> {
  const [person, passport] = request.items.map(({ id }) => id);
  const { id } = request;
  const latest = async () => (await readRequest.run(deps, staff, { params: { id } })).version;
  const accept = async (itemId = '') =>
    decideItem.run(deps, staff, {
      params: { id, itemId },
      body: { decision: 'accept', version: await latest() },
    });
  await accept(person);
  if (state === 'completed') {
    await accept(passport);
    return;
  }
  const reason = 'The number does not match the passport that we sighted. Please check it.';
  await decideItem.run(deps, staff, {
    params: { id, itemId: passport ?? '' },
    body: { decision: 'reject', version: await latest(), reason },
  });
  await requestChangesTo.run(deps, staff, { params: { id }, body: { version: await latest() } });
}

async function makeRequest(
  deps: RequestsDeps & RecipientBasics,
  demo: DemoDeps,
  place: number,
): Promise<void> {
  const state = demoStates[place];
  const client = await clientAt(demo, place);
  if (state === undefined || client === undefined) return;
  const staff = await demoCaller(demo, demoStaff);
  const then = state === 'expired' ? { ...deps, now: daysAgo(deps.now, 60) } : deps;
  const request = await send(then, staff, client, { state, place });
  const context = { deps, staff, request };
  if (state === 'draft' || state === 'sent') return;
  if (state === 'expired') {
    await runDocumentRequestMaintenance(deps.db, deps);
    return;
  }
  if (state === 'cancelled') {
    await cancelRequest.run(deps, staff, {
      params: { id: request.id },
      body: { version: request.version, reason: 'Brought in person instead' },
    });
    return;
  }
  await give(context, state);
  if (state === 'changesRequested' || state === 'completed') await decide(context, state);
}

/**
 * Document requests of the demo company, one in each status. Requires the server's HMAC key, because links are derived
 * from it.
 */
export const demoRequestsPart = (sealingKey: SealingKey): DemoPart => ({
  name: 'requests',
  steps: demoStates.length,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx
        .selectFrom('document_requests as r')
        .innerJoin('clients', 'clients.id', 'r.client_id')
        .select('r.id')
        .where('clients.kind', '=', 'individual')
        .limit(1)
        .executeTakeFirst();
      return known !== undefined;
    }),
  async make(demo, step) {
    const links = createRequestLinks({ secret: sealingKey.idHmacKey, appUrl: '' });
    // The job sends queued email once this step is committed.
    const deps = {
      db: demo.database.db,
      now: demo.now,
      links,
      verification: sealingKey,
      wakeOutbox: () => undefined,
    };
    await makeRequest(deps, demo, step);
  },
});
