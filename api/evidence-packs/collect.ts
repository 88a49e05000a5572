import type { Transaction } from 'kysely';
import type { Client } from '#contract/clients.ts';
import type { PackChoice } from '#contract/evidence-packs.ts';
import { partyRoleLabels } from '#rules/client-parties.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { present as presentActivity } from '../activities/service.ts';
import { readActivityById, readSnapshot } from '../activities/store.ts';
import { assessmentOf } from '../assessments/record.ts';
import { readResource } from '../assessments/service.ts';
import { listAssessmentRows, readAssessmentRow } from '../assessments/store.ts';
import {
  type BusinessVerificationDeps,
  present as presentBusiness,
} from '../business-verifications/present.ts';
import { openVerification } from '../business-verifications/service.ts';
import { verificationPage as businessVerificationPage } from '../business-verifications/store.ts';
import { readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { assessClient, partiesToVerify, presentDiligence } from '../diligence/guidance.ts';
import { isPartyVerified } from '../diligence/party-facts.ts';
import { diligenceInput } from '../diligence/service.ts';
import { type PresentDeps, presentRequest } from '../document-requests/present.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import type { VerificationsDeps } from '../individual-verifications/deps.ts';
import { present as presentIndividual } from '../individual-verifications/present.ts';
import { readVerificationById, verificationPage } from '../individual-verifications/store.ts';
import { type PartyRow, partyPage } from '../parties/store.ts';
import { sourcesOfFields } from './field-sources.ts';
import { reviewsOf, screeningsOf } from './monitoring.ts';
import type {
  ClientDossier,
  PackCover,
  PackedAssessment,
  PackedBusinessVerification,
  PackedParty,
  PackedRequest,
  PackedVerification,
  PackRecords,
} from './records.ts';
import { alertsOf, readCompany, requestIdsOf } from './store.ts';

export type CollectDeps = VerificationsDeps & BusinessVerificationDeps & PresentDeps;

type Trx = Transaction<Schema>;
type Collected = Omit<PackRecords, 'documents' | 'events'>;

const perPage = 100;

/** Every row of a list that is read page by page, newest first, with the id of the last one seen. */
async function all<Row extends { id: string }>(
  page: (seen: string | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const more = await page(rows.at(-1)?.id);
    rows.push(...more);
    if (more.length < perPage) return rows;
  }
}

/** One after the other: a transaction has one connection, and each record is read as its own page reads it. */
async function each<One, Read>(ones: readonly One[], read: (one: One) => Promise<Read>): Promise<Read[]> {
  const results: Read[] = [];
  for (const one of ones) results.push(await read(one));
  return results;
}

async function assessmentsOf(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  of: { resourceType: ResourceType; resourceId: string; withNotes: boolean },
): Promise<PackedAssessment[]> {
  const rows = await all((before) => listAssessmentRows(trx, of, { before, limit: perPage }));
  if (rows.length === 0) return [];
  const resource = await readResource(trx, of);
  return each(rows, async ({ id }) => {
    const row = await readAssessmentRow(trx, id);
    if (row === null) throw new Error('An assessment that was just listed is gone.');
    const {
      moves: _moves,
      earlier: _earlier,
      ...rest
    } = await assessmentOf(trx, deps, caller, { row, resource });
    if (of.withNotes) return rest;
    return { ...rest, answers: rest.answers.map((answer) => ({ ...answer, comment: undefined })) };
  });
}

async function individualVerificationsOf(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<PackedVerification[]> {
  const rows = await all((before) => verificationPage(trx, { clientId, before, limit: perPage }));
  return each(rows, async ({ id }) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null) throw new Error('A verification that was just listed is gone.');
    const {
      moves: _moves,
      linkToHandOver: _link,
      client: _client,
      nextTryAt: _next,
      documents,
      ...rest
    } = await presentIndividual(trx, deps, caller, stored);
    return {
      ...rest,
      documents: documents.map(({ sameDocumentClients, ...document }) => ({
        ...document,
        sameDocumentElsewhere: sameDocumentClients.length,
      })),
    };
  });
}

async function businessVerificationsOf(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<PackedBusinessVerification[]> {
  const rows = await all((before) => businessVerificationPage(trx, clientId, { before, limit: perPage }));
  return each(rows, async ({ id }) => {
    const {
      moves: _moves,
      registries: _registries,
      client: _client,
      asking: _asking,
      mustVerify,
      ...rest
    } = presentBusiness(await openVerification(trx, deps, caller, id), deps, caller);
    return {
      ...rest,
      mustVerify: mustVerify.map(({ name, reasons, client }) => ({ name, reasons, client })),
    };
  });
}

function partyOf(row: PartyRow, reasons: ReadonlyMap<string, string[]>, on: string): PackedParty {
  const wanted = row.validTo === null ? (reasons.get(row.partyClientId) ?? []) : [];
  return {
    id: row.id,
    clientId: row.partyClientId,
    name: row.client.displayName,
    clientType: row.client.clientType,
    roles: row.roles.map((role) => partyRoleLabels[role]),
    directPercent: row.directPercent,
    joint: row.joint,
    beneficiallyHeld: row.beneficiallyHeld,
    controlBasis: row.controlBasis,
    authority: row.authority,
    dateOfBirth: row.client.individual?.dateOfBirth ?? null,
    addresses: row.client.addresses,
    registrationCountry: row.client.registrationCountry,
    pepStatus: row.client.pepStatus,
    mustVerify: wanted,
    verified: isPartyVerified(row, on),
    validFrom: row.validFrom,
    validTo: row.validTo,
    recordedBy: row.updatedByName,
  };
}

/** All parties in the order in which they were recorded, those of before last. */
async function partyRowsOf(trx: Trx, clientId: string): Promise<PartyRow[]> {
  const rows: PartyRow[] = [];
  for (const state of ['current', 'ended'] as const) {
    for (let after: string | undefined, more = true; more; ) {
      const page = await partyPage(trx, { clientId, state, after, limit: perPage });
      rows.push(...page.slice(0, perPage));
      more = page.length > perPage;
      after = rows.at(-1)?.id;
    }
  }
  return rows;
}

/** Everything about one client, read in the caller's transaction. */
async function dossierOf(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  {
    client,
    capacity,
    withNotes,
  }: { client: Client; capacity: ClientDossier['capacity']; withNotes: boolean },
): Promise<ClientDossier> {
  const input = await diligenceInput(trx, deps, caller, client);
  const { moves: _moves, cddMoves: _cddMoves, ...diligence } = presentDiligence(input, caller, deps.now());
  const wanted = partiesToVerify(input, assessClient(input));
  const reasons = new Map(wanted.map(({ partyId, reasons: why }) => [partyId, why]));
  const individualVerifications = await individualVerificationsOf(trx, deps, caller, client.id);
  const businessVerifications = await businessVerificationsOf(trx, deps, caller, client.id);
  return {
    client,
    capacity,
    fieldSources: sourcesOfFields(individualVerifications, businessVerifications),
    diligence: withNotes
      ? diligence
      : {
          ...diligence,
          findings: diligence.findings.map((one) =>
            one.recorded?.content.subject === 'seniorApproval'
              ? { ...one, recorded: { ...one.recorded, content: { ...one.recorded.content, note: null } } }
              : one,
          ),
        },
    parties: (await partyRowsOf(trx, client.id)).map((row) => partyOf(row, reasons, input.on)),
    individualVerifications: withNotes
      ? individualVerifications
      : individualVerifications.map((one) => ({
          ...one,
          consent: one.consent && { ...one.consent, note: null },
        })),
    businessVerifications,
    assessments: await assessmentsOf(trx, deps, caller, {
      resourceType: 'clients',
      resourceId: client.id,
      withNotes,
    }),
    screenings: await screeningsOf(trx, client.id),
    reviews: await reviewsOf(trx, client.id),
  };
}

function requestsOf(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  ids: readonly string[],
): Promise<PackedRequest[]> {
  return each(ids, async (id) => {
    const { moves: _moves, link: _link, ...rest } = await presentRequest(trx, deps, caller, id);
    return rest;
  });
}

async function coverOf(
  trx: Trx,
  caller: MemberCaller,
  what: {
    packId: string;
    scope: PackScope;
    scopeId: string;
    choice: PackChoice;
    asAt: string;
    subject: string;
  },
): Promise<PackCover> {
  const { company, member } = caller;
  const row = await readCompany(trx, company.id);
  return {
    ...what,
    company: {
      id: company.id,
      name: row.name,
      legalName: row.legal_name,
      regulatedIn: row.regulated_in,
      timeZone: row.time_zone,
    },
    madeBy: { name: member.name, role: member.role },
  };
}

/** Everything on record of a client or an activity but documents and trail; 404 where it is not the company's. */
export async function collectRecords(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  what: { packId: string; scope: PackScope; scopeId: string; choice: PackChoice; asAt: string },
): Promise<Collected> {
  const { withNotes } = what.choice;
  if (what.scope === 'client') {
    const client = await readClientById(trx, what.scopeId);
    if (client === null) throw refuse('record.notFound');
    return {
      cover: await coverOf(trx, caller, { ...what, subject: client.displayName }),
      activity: null,
      clients: [await dossierOf(trx, deps, caller, { client, capacity: null, withNotes })],
      requests: await requestsOf(trx, deps, caller, await requestIdsOf(trx, 'client_id', client.id)),
      alerts: await alertsOf(trx, 'clients', client.id),
    };
  }
  const stored = await readActivityById(trx, what.scopeId);
  if (stored === null) throw refuse('record.notFound');
  const { moves: _moves, ...record } = await presentActivity(trx, deps, caller, stored);
  const snapshot = await readSnapshot(trx, record.id);
  const clients = await each(record.parties, async ({ clientId, capacity }) => {
    const client = await readClientById(trx, clientId);
    if (client === null) throw new Error('A party of an activity is no client of the company.');
    return dossierOf(trx, deps, caller, { client, capacity, withNotes });
  });
  return {
    cover: await coverOf(trx, caller, { ...what, subject: `${record.reference} ${record.name}` }),
    activity: {
      record,
      snapshot: snapshot === undefined ? null : JSON.parse(snapshot),
      assessments: await assessmentsOf(trx, deps, caller, {
        resourceType: 'activities',
        resourceId: record.id,
        withNotes,
      }),
    },
    clients,
    requests: await requestsOf(trx, deps, caller, await requestIdsOf(trx, 'activity_id', record.id)),
    alerts: await alertsOf(trx, 'activities', record.id),
  };
}
