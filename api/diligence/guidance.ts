import type { CompanyState } from '#contract/accounts.ts';
import type { Client } from '#contract/clients.ts';
import type { Diligence } from '#contract/diligence.ts';
import { mayAct } from '#rules/access.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { ClientStatus } from '#rules/client-types.ts';
import type { CountryListState } from '#rules/country-lists.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { activationBlockers, exitBlockers } from '#rules/guards/client-status.ts';
import { cddLifecycle, clientLifecycle } from '#rules/lifecycles/clients.ts';
import { movesFrom } from '#rules/lifecycles/lifecycle.ts';
import { type CountryLists, countryListKeys, countryListLabels } from '#rules/risk/country-lists.ts';
import { ruleBlockers } from '#rules/rule-packs/blockers.ts';
import { type AssessedClient, assess } from '#rules/rule-packs/engine.ts';
import type { ClientFacts } from '#rules/rule-packs/facts.ts';
import { offeredFindings } from '#rules/rule-packs/findings.ts';
import { type MandatoryParty, mandatoryParties } from '#rules/rule-packs/mandatory-parties.ts';
import type { KnownOwnership } from '../business-verifications/store.ts';
import type { MemberCaller } from '../http/bind.ts';
import type { PartyRow } from '../parties/store.ts';
import { clientFacts } from './client-facts.ts';
import type { AssessmentFacts } from './current-assessment.ts';
import { findingRight } from './finding-rights.ts';
import { findingsBySubject, type RecordedFinding } from './findings-store.ts';
import type { Standing } from './store.ts';

/** All that rules and guards look at, as it is in the database now. */
export interface DiligenceInput {
  client: Client;
  standing: Standing;
  assessment: AssessmentFacts | null;
  company: Pick<CompanyState, 'regulatedIn'>;
  lists: CountryLists;
  /** Everybody who belongs to the client now. */
  parties: readonly PartyRow[];
  /** What verifying the business has found. */
  ownership: KnownOwnership | null;
  findings: readonly RecordedFinding[];
  /** Screening matches of the client and of whoever belongs to it that nobody has decided. */
  undecidedMatches: number;
  quiet: Diligence['quiet'];
  on: CalendarDate;
}

/** The company's lists as the rule packs take them. */
function listStates(lists: CountryLists): CountryListState[] {
  return countryListKeys.map((key) => ({
    key,
    name: countryListLabels[key],
    ...lists[key],
    sourceUrl: '',
    note: '',
  }));
}

/** The client as the rules see it. */
function factsOf(input: DiligenceInput): ClientFacts {
  return clientFacts({ ...input, findings: findingsBySubject(input.findings) });
}

/** What the rule packs say of the client on the day. */
export function assessClient(input: DiligenceInput): AssessedClient {
  const { company, lists, on } = input;
  return assess(factsOf(input), { jurisdictions: company.regulatedIn, on, lists: listStates(lists) });
}

/** Everybody beside the client who has to be verified first, each with why. */
export function partiesToVerify(input: DiligenceInput, assessed: AssessedClient): MandatoryParty[] {
  return mandatoryParties(factsOf(input), assessed);
}

function blockersOfActivation(input: DiligenceInput, assessed: AssessedClient): Blocker[] {
  const { client, standing, assessment, company, on } = input;
  return activationBlockers({
    cddStatus: client.cddStatus,
    exceptionEndsOn: standing.exception?.endsOn ?? null,
    cddLevel: assessed.level,
    initialCddRequired: assessed.initialCddRequired,
    preCommencement: client.preCommencement,
    hasApprovedAssessment: assessment?.status === 'approved',
    // A status that somebody set without a match on record still has to be settled.
    undecidedMatches: Math.max(input.undecidedMatches, client.sanctionsStatus === 'potential' ? 1 : 0),
    sanctionsStatus: client.sanctionsStatus,
    parties: partiesToVerify(input, assessed).map(({ partyId, name, verified }) => ({
      id: partyId,
      name,
      mustVerify: true,
      verified,
    })),
    ruleBlockers: ruleBlockers(assessed),
    jurisdictions: company.regulatedIn,
    on,
  });
}

/** Everything that keeps the client from a state that its lifecycle allows now; an end is taken to be today. */
export function clientMoveBlockers(
  input: DiligenceInput,
  assessed: AssessedClient,
  to: ClientStatus,
  endedOn: CalendarDate = input.on,
): Blocker[] {
  const { client, on } = input;
  if (to === 'active') return blockersOfActivation(input, assessed);
  if (to === 'exited') {
    return exitBlockers({ endedOn, relationshipStartedOn: client.relationshipStartedOn, on });
  }
  return [];
}

/** What is in the way of taking the client on, or, once that is behind it, of going on at all. */
function standingBlockers(input: DiligenceInput, assessed: AssessedClient): Blocker[] {
  const isOnTheWay = ['draft', 'onboarding', 'dormant'].includes(input.client.status);
  return isOnTheWay ? blockersOfActivation(input, assessed) : ruleBlockers(assessed);
}

/** The moves of both lifecycles that the caller may make. */
function openMoves(
  input: DiligenceInput,
  assessed: AssessedClient,
  { member, company }: MemberCaller,
  now: Date,
): Pick<Diligence, 'moves' | 'cddMoves'> {
  const may = (act: 'records.write' | 'cdd.grantException') =>
    mayAct({ kind: 'member', ...member }, act, company, now.toISOString()).allowed;
  if (!may('records.write')) return { moves: [], cddMoves: [] };
  const { client } = input;
  return {
    moves: movesFrom(clientLifecycle, client.status)
      .filter(({ by }) => by === 'person')
      .map(({ to, label }) => ({ to, label, blockers: clientMoveBlockers(input, assessed, to) })),
    cddMoves: movesFrom(cddLifecycle, client.cddStatus)
      .filter(({ by, to }) => by === 'person' && (to !== 'exceptionApproved' || may('cdd.grantException')))
      .map(({ to, label }) => ({ to, label, blockers: [] })),
  };
}

/** Subjects that the client's page offers, with what is recorded and what the caller may do about each. */
function shownFindings(
  input: DiligenceInput,
  assessed: AssessedClient,
  caller: MemberCaller,
  now: Date,
): Diligence['findings'] {
  const { client, company, findings } = input;
  const offered = offeredFindings(factsOf(input), assessed, findingsBySubject(findings), company.regulatedIn);
  return offered.map((subject) => {
    const recorded = findings.find((finding) => finding.subject === subject);
    const may = (act: 'record' | 'withdraw') =>
      client.status !== 'archived' && findingRight(caller, subject, act, now).allowed;
    return {
      subject,
      recorded: recorded
        ? {
            // The content goes with its subject, which the types of the table cannot say.
            content: { subject, ...recorded.content } as NonNullable<
              Diligence['findings'][number]['recorded']
            >['content'],
            by: recorded.by,
            at: recorded.at,
          }
        : null,
      mayRecord: may('record'),
      mayWithdraw: recorded !== undefined && may('withdraw'),
    };
  });
}

/** A client's due diligence as the wire has it. */
export function presentDiligence(input: DiligenceInput, caller: MemberCaller, now: Date): Diligence {
  const { client, standing, lists, on } = input;
  const assessed = assessClient(input);
  return {
    clientId: client.id,
    version: client.version,
    on,
    status: client.status,
    cddStatus: client.cddStatus,
    cddLevel: assessed.level,
    reasons: assessed.reasons.map(({ lists: _lists, ...reason }) => reason),
    exception: standing.exception,
    items: assessed.items.map(({ code, text, provision, settled, fix }) => ({
      code,
      text,
      provision,
      satisfied: settled,
      fix,
    })),
    ...openMoves(input, assessed, caller, now),
    blockers: standingBlockers(input, assessed),
    simplifiedAllowed: assessed.simplifiedAllowed,
    quiet: input.quiet,
    findings: shownFindings(input, assessed, caller, now),
    lists: countryListKeys.map((key) => ({ key, asAt: lists[key].asAt })),
  };
}
