import { randomUUID } from 'node:crypto';
import { type DocumentRequest, newDocumentRequest } from '#contract/document-requests.ts';
import { addDays } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { asTenant } from '../database/tenancy.ts';
import type { RequestsDeps } from '../document-requests/commands.ts';
import { decideItem, requestChangesOf } from '../document-requests/deciding.ts';
import { createRequest } from '../document-requests/drafts.ts';
import { createRequestLinks, hashOfTransactionId } from '../document-requests/links.ts';
import { readRequest } from '../document-requests/reading.ts';
import { type RecipientBasics, startPublic, submitPublic } from '../document-requests/recipient.ts';
import { giveDetailsFor } from '../document-requests/recipient-details.ts';
import { cancelRequest } from '../document-requests/sending.ts';
import { readRequestRow } from '../document-requests/store.ts';
import { keepDocumentRequests } from '../document-requests/upkeep.ts';
import type { MemberCaller, RecipientCaller } from '../http/bind.ts';
import { demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-parts.ts';

/** How far each request of the demo has come. Those that were sent to an address have their mail in the outbox. */
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

/** Individuals that the other parts of the demo leave alone. */
const firstClient = 40;

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
      .where('status', 'in', ['active', 'onboarding'])
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
      'We need these before we can go on with your matter. Call us on the number you know with any questions.',
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
  return createRequest(deps, staff, client.id, form);
}

async function holderOf({ deps, request }: Turn): Promise<RecipientCaller> {
  const row = await asTenant(deps.db, demoCompanyId, (trx) => readRequestRow(trx, request.id));
  const transactionId = deps.links.transactionId(request.id, row?.link_seed ?? '');
  return {
    kind: 'recipient',
    companyId: demoCompanyId,
    requestId: request.id,
    linkHash: hashOfTransactionId(transactionId),
    request: { id: randomUUID(), endpointId: 'seed', requestKey: undefined, clientIp: '127.0.0.1' },
  };
}

/** What the person who was asked does, as far as the request has come. */
async function give(turn: Turn, state: DemoState): Promise<void> {
  const { deps, request } = turn;
  const holder = await holderOf(turn);
  const [person, passport] = request.items.map(({ id }) => id);
  await startPublic(deps, holder);
  if (state === 'opened') return;
  const named = { name: request.recipientName, dateOfBirth: '1979-06-14', address: undefined };
  const none = { documentNumber: undefined, documentExpiry: undefined };
  await giveDetailsFor(deps, holder, person ?? '', { ...named, ...none });
  if (state === 'partlySubmitted') return;
  await giveDetailsFor(deps, holder, passport ?? '', {
    name: undefined,
    dateOfBirth: undefined,
    address: undefined,
    documentNumber: 'LN012345',
    documentExpiry: '2031-03-31',
  });
  await submitPublic(deps, holder);
}

async function decide({ deps, staff, request }: Turn, state: DemoState): Promise<void> {
  const [person, passport] = request.items.map(({ id }) => id);
  const latest = async () => (await readRequest(deps, staff, request.id)).version;
  const { id } = request;
  await decideItem(
    deps,
    staff,
    { id, itemId: person ?? '' },
    { decision: 'accept', version: await latest() },
  );
  const item = { id, itemId: passport ?? '' };
  if (state === 'completed') {
    await decideItem(deps, staff, item, { decision: 'accept', version: await latest() });
    return;
  }
  const reason = 'The number does not fit the passport that we saw. Please look at it again.';
  await decideItem(deps, staff, item, { decision: 'reject', version: await latest(), reason });
  await requestChangesOf(deps, staff, id, { version: await latest() });
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
  const turn = { deps, staff, request };
  if (state === 'draft' || state === 'sent') return;
  if (state === 'expired') {
    await keepDocumentRequests(deps.db, deps);
    return;
  }
  if (state === 'cancelled') {
    await cancelRequest(deps, staff, request.id, {
      version: request.version,
      reason: 'Brought in person instead',
    });
    return;
  }
  await give(turn, state);
  if (state === 'changesRequested' || state === 'completed') await decide(turn, state);
}

/** Document requests of the demo company, one in each state. Without the server's secret none can be made: its links would be no links. */
export const demoRequestsPart = ({ idHmacKey }: { idHmacKey: string }): DemoPart => ({
  name: 'requests',
  steps: demoStates.length,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx.selectFrom('document_requests').select('id').limit(1).executeTakeFirst();
      return known !== undefined;
    }),
  async make(demo, step) {
    const links = createRequestLinks({ secret: idHmacKey, appUrl: '' });
    // What was mailed goes out by the job, once this step is kept.
    const deps = {
      db: demo.database.db,
      now: demo.now,
      links,
      verification: { idHmacKey },
      wakeMail: () => undefined,
    };
    await makeRequest(deps, demo, step);
  },
});
