import type { Transaction } from 'kysely';
import type { Client } from '#contract/clients/client-record.ts';
import type { PackChoice } from '#contract/views/evidence-packs.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import { supervisorOn } from '#rules/firm/company-facts.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { toActivityDto as presentActivity } from '../../../checks/activities/queries.ts';
import { readActivityById, readSnapshot } from '../../../checks/activities/store.ts';
import {
  type BusinessVerificationDeps,
  toBusinessVerificationDto as presentBusiness,
} from '../../../checks/business-verifications/record/dto.ts';
import { openVerification } from '../../../checks/business-verifications/record/service.ts';
import { verificationPage as businessVerificationPage } from '../../../checks/business-verifications/record/store.ts';
import { type IdentityOn, isPartyVerified } from '../../../checks/cdd/party-facts.ts';
import { assessClient, partiesToVerify, toDiligenceDto } from '../../../checks/cdd/requirements.ts';
import { diligenceInput } from '../../../checks/cdd/service.ts';
import type { VerificationsDeps } from '../../../checks/individual-verifications/record/deps.ts';
import { toIdentityVerificationDto as presentIndividual } from '../../../checks/individual-verifications/record/dto.ts';
import {
  readVerificationById,
  verificationPage,
} from '../../../checks/individual-verifications/record/store.ts';
import { getAssessment } from '../../../checks/risk-assessments/dto.ts';
import { readResource } from '../../../checks/risk-assessments/service.ts';
import { listAssessmentRows, readAssessmentRow } from '../../../checks/risk-assessments/store.ts';
import { type PresentDeps, toDocumentRequestDto } from '../../../follow-up/document-requests/dto.ts';
import { toRequestDto } from '../../../follow-up/privacy/dto.ts';
import { readRequests } from '../../../follow-up/privacy/request-store.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { readClientById, readMergedClients } from '../../../records/clients/record/store.ts';
import { type PartyRow, partyPage } from '../../../records/parties/store.ts';
import { getFieldSources } from './field-sources.ts';
import { getFunds } from './funds-lines.ts';
import { getHistory } from './history.ts';
import { getReviews, getScreenings } from './monitoring.ts';
import type {
  ClientPackRecords,
  PackCover,
  PackedAssessment,
  PackedBusinessVerification,
  PackedParty,
  PackedRequest,
  PackedVerification,
  PackRecords,
} from './records.ts';
import { getAlerts, getRequestIds, readCompany } from './store.ts';
import { forSubject, getElsewhere, isForSubject } from './subject-access.ts';

export type CollectDeps = VerificationsDeps & BusinessVerificationDeps & PresentDeps;

type Trx = Transaction<Schema>;
type Collected = Omit<PackRecords, 'documents' | 'events'>;

const perPage = 100;

/** All rows of a paged list, newest first; `id` is the cursor. */
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

/** Sequential: a transaction has one connection, and every record is read by the query of its page. */
async function each<One, Read>(ones: readonly One[], read: (one: One) => Promise<Read>): Promise<Read[]> {
  const results: Read[] = [];
  for (const item of ones) results.push(await read(item));
  return results;
}

async function getAssessments(
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
      actions: _actions,
      earlier: _earlier,
      ...rest
    } = await getAssessment(trx, deps, caller, { row, resource });
    if (of.withNotes) return rest;
    return { ...rest, answers: rest.answers.map((response) => ({ ...response, comment: undefined })) };
  });
}

async function getIndividualVerifications(
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
      actions: _actions,
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

async function getBusinessVerifications(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<PackedBusinessVerification[]> {
  const rows = await all((before) => businessVerificationPage(trx, clientId, { before, limit: perPage }));
  return each(rows, async ({ id }) => {
    const {
      actions: _actions,
      registries: _registries,
      client: _client,
      pendingExtracts: _asking,
      mustVerify,
      ...rest
    } = presentBusiness(await openVerification(trx, deps, caller, id), deps, caller);
    return {
      ...rest,
      mustVerify: mustVerify.map(({ name, reasons, client }) => ({ name, reasons, client })),
    };
  });
}

function getParty(row: PartyRow, reasons: ReadonlyMap<string, string[]>, identity: IdentityOn): PackedParty {
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
    verified: isPartyVerified(row, identity),
    validFrom: row.validFrom,
    validTo: row.validTo,
    recordedBy: row.updatedByName,
  };
}

/** All parties in the order recorded, including former ones. */
async function getPartyRows(trx: Trx, clientId: string): Promise<PartyRow[]> {
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

/** CDD without staff's notes on approvals. */
function withoutNotes(diligence: ClientPackRecords['diligence']): ClientPackRecords['diligence'] {
  return {
    ...diligence,
    decision: diligence.decision && { ...diligence.decision, note: null },
    findings: diligence.findings.map((finding) =>
      finding.recorded?.content.subject === 'seniorApproval'
        ? {
            ...finding,
            recorded: { ...finding.recorded, content: { ...finding.recorded.content, note: null } },
          }
        : finding,
    ),
  };
}

/** All records of one client, read in the caller's transaction. */
async function getDossier(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  {
    client,
    capacity,
    activityId,
    withNotes,
  }: {
    client: Client;
    capacity: ClientPackRecords['capacity'];
    activityId: string | null;
    withNotes: boolean;
  },
): Promise<ClientPackRecords> {
  const input = await diligenceInput(trx, deps, caller, client);
  const {
    transitions: _transitions,
    cddTransitions: _cddTransitions,
    approval: _approval,
    ...diligence
  } = toDiligenceDto(input, caller, deps.now());
  const wanted = partiesToVerify(input, assessClient(input));
  const reasons = new Map(wanted.map(({ partyId, reasons: why }) => [partyId, why]));
  const individualVerifications = await getIndividualVerifications(trx, deps, caller, client.id);
  const businessVerifications = await getBusinessVerifications(trx, deps, caller, client.id);
  return {
    client,
    capacity,
    fieldSources: getFieldSources(individualVerifications, businessVerifications),
    diligence: withNotes ? diligence : withoutNotes(diligence),
    parties: (await getPartyRows(trx, client.id)).map((row) => getParty(row, reasons, input)),
    ...(await getHistory(trx, client.id, withNotes)),
    funds: await getFunds(trx, caller.company.id, { clientId: client.id, activityId, withNotes }),
    individualVerifications: withNotes
      ? individualVerifications
      : individualVerifications.map((individualVerification) => ({
          ...individualVerification,
          consent: individualVerification.consent && { ...individualVerification.consent, note: null },
        })),
    businessVerifications,
    assessments: await getAssessments(trx, deps, caller, {
      resourceType: 'clients',
      resourceId: client.id,
      withNotes,
    }),
    screenings: await getScreenings(trx, client.id),
    reviews: await getReviews(trx, client.id),
    privacyRequests: (
      await all((before) => readRequests(trx, { before, clientId: client.id, limit: perPage }))
    ).map((row) => toRequestDto(row, caller.company, deps.now())),
  };
}

function getRequests(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  ids: readonly string[],
): Promise<PackedRequest[]> {
  return each(ids, async (id) => {
    const { actions: _actions, link: _link, ...rest } = await toDocumentRequestDto(trx, deps, caller, id);
    return rest;
  });
}

async function getCover(
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
      sector: row.sector,
      regulatedIn: row.regulated_in,
      timeZone: row.time_zone,
      supervisors: row.regulated_in.flatMap(
        (country) =>
          supervisorOn(
            country,
            { formerSupervisor: row.former_supervisor },
            companyDay(new Date(what.asAt), row.time_zone),
          ) ?? [],
      ),
      enrolmentNumber: row.enrolment_number,
    },
    madeBy: { name: member.name, role: member.role, designations: member.designations },
  };
}

/** The records that were merged into a client, as they were. */
async function readMerged(trx: Trx, clientId: string): Promise<Client[]> {
  const merged = await readMergedClients(trx, clientId);
  return each(merged, async ({ id }) => {
    const client = await readClientById(trx, id);
    if (client === null) throw new Error('A merged client is no client of the company.');
    return client;
  });
}

/** All records of a client or an activity except documents and audit log. Throws 404 for another company's. */
export async function collectRecords(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  what: { packId: string; scope: PackScope; scopeId: string; choice: PackChoice; asAt: string },
): Promise<Collected> {
  const { withNotes } = what.choice;
  if (what.scope === 'client') {
    const client = await readClientById(trx, what.scopeId);
    if (client === null) throw apiError('record.notFound');
    const cover = await getCover(trx, caller, { ...what, subject: client.displayName });
    const isSubjects = isForSubject({ cover });
    const collected = {
      cover,
      activity: null,
      clients: await each([client, ...(await readMerged(trx, client.id))], (one) =>
        getDossier(trx, deps, caller, { client: one, capacity: null, activityId: null, withNotes }),
      ),
      requests: await getRequests(trx, deps, caller, await getRequestIds(trx, 'client_id', client.id)),
      alerts: await getAlerts(trx, 'clients', client.id),
      elsewhere: isSubjects ? await getElsewhere(trx, client.id) : null,
    };
    return isSubjects ? forSubject(collected) : collected;
  }
  const stored = await readActivityById(trx, what.scopeId);
  if (stored === null) throw apiError('record.notFound');
  const {
    transitions: _transitions,
    progress: _progress,
    ...record
  } = await presentActivity(trx, deps, caller, stored);
  const snapshot = await readSnapshot(trx, record.id);
  const clients = await each(record.parties, async ({ clientId, capacity }) => {
    const client = await readClientById(trx, clientId);
    if (client === null) throw new Error('A party of an activity is no client of the company.');
    return getDossier(trx, deps, caller, { client, capacity, activityId: record.id, withNotes });
  });
  return {
    cover: await getCover(trx, caller, { ...what, subject: `${record.reference} ${record.name}` }),
    activity: {
      record,
      snapshot: snapshot === undefined ? null : JSON.parse(snapshot),
      assessments: await getAssessments(trx, deps, caller, {
        resourceType: 'activities',
        resourceId: record.id,
        withNotes,
      }),
    },
    clients,
    requests: await getRequests(trx, deps, caller, await getRequestIds(trx, 'activity_id', record.id)),
    alerts: await getAlerts(trx, 'activities', record.id),
    elsewhere: null,
  };
}
