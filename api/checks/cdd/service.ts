import type { Kysely } from 'kysely';
import {
  readDecisionBasis as basisEndpoint,
  type Diligence,
  readDiligence as diligenceEndpoint,
} from '#contract/cdd/cdd.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { SourceFacts } from '#rules/cdd-rule-packs/facts.ts';
import { fundsProvision } from '#rules/cdd-rule-packs/source-items.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { getRiskFloor } from '#rules/screening-matches/match-effects.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import {
  readCurrentAssessment,
  readCurrentAssessments,
} from '../../records/clients/current-assessment-store.ts';
import { readClientById, readClientsById } from '../../records/clients/record/store.ts';
import { type CompanyFacts, readFormerProcedures } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { readSources } from '../../records/funds-lines/sources-store.ts';
import { currentParties, currentPartiesOf } from '../../records/parties/store.ts';
import { confirmedSanctions } from '../../records/sanctions/store.ts';
import { readKnownOwnership, readKnownOwnerships } from '../business-verifications/record/store.ts';
import { readUnmetAtRisk } from '../individual-verifications/record/at-present-risk.ts';
import { readConfirmedMatches, undecidedMatches } from '../screening-results/match-store.ts';
import { isApprovedByOne, readApproval } from './approval.ts';
import { readBasis } from './decision-store.ts';
import { type RecordedFinding, readFindings, readFindingsOf } from './findings-store.ts';
import { readInactivity } from './inactivity.ts';
import {
  assessClient,
  type DiligenceInput,
  dealingBlockers,
  type GuardInput,
  getFacts,
  knownBasis,
  type RuleInput,
  toDiligenceDto,
} from './requirements.ts';
import { readCddStatusRow, readCddStatusRows } from './store.ts';

export interface DiligenceDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<DiligenceDeps>();

/** Records of a client that the transaction has read, and has not changed since. */
export type KnownRecords = Partial<
  Pick<
    GuardInput,
    | 'lists'
    | 'parties'
    | 'assessment'
    | 'sources'
    | 'ownership'
    | 'findings'
    | 'undecidedMatches'
    | 'sanctions'
  >
>;

/** The company's former identification procedures if one of the findings can name one. */
const readProceduresFor = (trx: Trx, { id }: RuleInput['company'], findings: readonly RecordedFinding[]) =>
  findings.some(({ subject }) => subject === 'earlierCdd') ? readFormerProcedures(trx, id) : [];

/**
 * Loads the rule packs' input for a client in the caller's transaction. `shared`: data common to all clients of the company. `known`: what need not
 * be read again.
 */
export async function ruleInput(
  trx: Trx,
  shared: Pick<RuleInput, 'company' | 'lists' | 'on'>,
  client: Client,
  known: KnownRecords = {},
): Promise<RuleInput> {
  const standing = await readCddStatusRow(trx, shared.company, client.id);
  if (standing === null) throw new Error('A client that was just read has no standing.');
  const { has } = standing;
  const parties = known.parties ?? (has.parties ? await currentParties(trx, client.id) : []);
  const related = parties.map(({ partyClientId }) => partyClientId);
  const findings = known.findings ?? (await readFindings(trx, client.id));
  return {
    ...shared,
    client,
    standing,
    assessment:
      known.assessment === undefined
        ? await readCurrentAssessment(trx, 'clients', client.id)
        : known.assessment,
    parties,
    sources:
      known.sources ??
      (has.fundsLines || has.parties
        ? await readSources(trx, shared.company.id, [client.id, ...related])
        : new Map()),
    ownership:
      known.ownership === undefined && client.kind === 'business'
        ? await readKnownOwnership(trx, client.id)
        : (known.ownership ?? null),
    findings,
    formerProcedures: await readProceduresFor(trx, shared.company, findings),
    unmetAtRisk: await readUnmetAtRisk(trx, shared, verifiedPeople(client, standing, parties)),
  };
}

/** The persons among a client and its related parties with evidence of their identity. */
function verifiedPeople(
  client: Client,
  { identityVerifiedUntil }: RuleInput['standing'],
  parties: RuleInput['parties'],
): string[] {
  const related = parties.filter(
    (party) => party.client.kind === 'individual' && party.client.identityVerifiedUntil !== null,
  );
  return [
    ...(client.kind === 'individual' && identityVerifiedUntil !== null ? [client.id] : []),
    ...related.map(({ partyClientId }) => partyClientId),
  ];
}

/** The rule packs' input for many clients of a company, each kind of record read once for all of them. */
export async function ruleInputs(
  trx: Trx,
  shared: Pick<RuleInput, 'company' | 'lists' | 'on'>,
  clientIds: readonly string[],
): Promise<RuleInput[]> {
  const clients = await readClientsById(trx, clientIds);
  if (clients.length === 0) return [];
  const ids = clients.map(({ id }) => id);
  const standings = await readCddStatusRows(trx, shared.company, ids);
  const has = (kind: 'parties' | 'fundsLines') => ids.filter((id) => standings.get(id)?.has[kind]);
  const parties = await currentPartiesOf(trx, has('parties'));
  const related = [...parties.values()].flat().map(({ partyClientId }) => partyClientId);
  const withSources = [...new Set([...has('parties'), ...has('fundsLines'), ...related])];
  const sources =
    withSources.length === 0
      ? new Map<string, SourceFacts>()
      : await readSources(trx, shared.company.id, withSources);
  const assessments = await readCurrentAssessments(trx, 'clients', ids);
  const businesses = clients.filter(({ kind }) => kind === 'business').map(({ id }) => id);
  const ownerships = await readKnownOwnerships(trx, businesses);
  const findings = await readFindingsOf(trx, ids);
  const formerProcedures = await readProceduresFor(trx, shared.company, [...findings.values()].flat());
  const known = clients.map((client) => {
    const standing = standings.get(client.id);
    if (standing === undefined) throw new Error('A client that was just read has no standing.');
    return { client, standing, parties: parties.get(client.id) ?? [] };
  });
  const people = known.flatMap((one) => verifiedPeople(one.client, one.standing, one.parties));
  const unmetAtRisk = await readUnmetAtRisk(trx, shared, [...new Set(people)]);
  return known.map(({ client, ...own }) => {
    return {
      ...shared,
      client,
      ...own,
      assessment: assessments.get(client.id) ?? null,
      sources,
      ownership: ownerships.get(client.id) ?? null,
      findings: findings.get(client.id) ?? [],
      formerProcedures,
      unmetAtRisk,
    };
  });
}

interface InputCaller {
  company: Pick<CompanyFacts, 'id' | 'regulatedIn' | 'timeZone' | 'billingCountryCode'> & RegulatedCompany;
}

/** Loads the input of rules and guards for a client in the caller's transaction. `known`: what need not be read again. */
export async function guardInput(
  trx: Trx,
  deps: Pick<DiligenceDeps, 'now'>,
  { company }: InputCaller,
  client: Client,
  known: KnownRecords = {},
): Promise<GuardInput> {
  const now = deps.now();
  const on = companyDay(now, company.timeZone);
  const lists = known.lists ?? (await readCountryLists(trx, company, now));
  const input = await ruleInput(trx, { company, lists, on }, client, known);
  return { ...input, ...(await matchInput(trx, input, known)) };
}

/** The same, with who can approve the client, and whether it is inactive. */
export async function diligenceInput(
  trx: Trx,
  deps: Pick<DiligenceDeps, 'now'>,
  caller: InputCaller,
  client: Client,
  known: KnownRecords = {},
): Promise<DiligenceInput> {
  const input = await guardInput(trx, deps, caller, client, known);
  return {
    ...input,
    approval: await readApproval(trx, caller.company.id, input, deps.now()),
    quiet: await readInactivity(trx, caller.company, client, input.on),
  };
}

/** The screening matches of a client and of its related parties, and the minimum risk level that they and its PEP status set. */
async function matchInput(
  trx: Trx,
  { client: { id, pepStatus }, standing: { has, pepOf } }: RuleInput,
  known: KnownRecords,
): Promise<Pick<GuardInput, 'undecidedMatches' | 'sanctions' | 'riskFloor'>> {
  const hasAny = has.matches || has.parties;
  const sanctions = known.sanctions ?? (hasAny ? ((await confirmedSanctions(trx, [id])).get(id) ?? []) : []);
  const matches = has.matches ? await readConfirmedMatches(trx, [id]) : [];
  return {
    undecidedMatches: known.undecidedMatches ?? (hasAny ? await undecidedMatches(trx, id) : 0),
    sanctions,
    riskFloor: getRiskFloor({ clientId: id, sanctions, matches, pepStatus, pepOf }),
  };
}

/** Input of an activity's guards about a client whose CDD it requires. */
export interface ClientDealing {
  /** Blockers of dealing with the client, worded as on the client's own page: the requirements of activation. */
  blockers: Blocker[];
  /** The provision by which the client's rules require verified source of funds; null if they do not. */
  fundsProvision: string | null;
  /** Whether a source of wealth or funds is required by law, met or not. */
  wantsFunds: boolean;
}

/** State of dealing with each of these clients, by client id; read in the caller's transaction. */
export async function readDealings(
  trx: Trx,
  deps: Pick<DiligenceDeps, 'now'>,
  caller: Pick<MemberCaller, 'company'>,
  clientIds: readonly string[],
): Promise<Map<string, ClientDealing>> {
  const found = new Map<string, ClientDealing>();
  let lists: GuardInput['lists'] | undefined;
  for (const client of await readClientsById(trx, [...clientIds])) {
    const input = await guardInput(trx, deps, caller, client, lists && { lists });
    lists = input.lists;
    const assessed = assessClient(input);
    found.set(client.id, {
      blockers: dealingBlockers(input, assessed),
      fundsProvision: fundsProvision(assessed.items, getFacts(input).sources),
      wantsFunds: assessed.items.some(({ fix }) => fix.target === 'client.funds'),
    });
  }
  return found;
}

/** GET /clients/:id/decision-basis: the evidence that an approval of the client would rely on now. */
export const listDecisionBasis = query(basisEndpoint, async ({ trx, deps, caller, params }) => {
  const client = await readClientById(trx, params.id);
  if (client === null) return null;
  const input = await diligenceInput(trx, deps, caller, client);
  const known = knownBasis(input, assessClient(input, { evenIfWaived: true }));
  return {
    basis: await readBasis(trx, input, caller.company.timeZone, known),
    decidedByOne: isApprovedByOne(input, caller),
  };
});

/** CDD of a client as it is now; null if the company has no client with this id. */
export async function readCdd(
  trx: Trx,
  deps: Pick<DiligenceDeps, 'now'>,
  caller: MemberCaller,
  clientId: string,
): Promise<Diligence | null> {
  const client = await readClientById(trx, clientId);
  return client && toDiligenceDto(await diligenceInput(trx, deps, caller, client), caller, deps.now());
}

/** GET /clients/:id/cdd. Stores nothing: new rules or lists can change the requirements of the same client. */
export const readDiligence = query(diligenceEndpoint, ({ trx, deps, caller, params }) =>
  readCdd(trx, deps, caller, params.id),
);
