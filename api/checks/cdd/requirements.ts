import type { CompanyState } from '#contract/accounts.ts';
import type { Diligence } from '#contract/cdd.ts';
import type { Client } from '#contract/client-record.ts';
import { missingBlockers, ruleBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import type { RegulatedCompany } from '#rules/cdd-rule-packs/commencement.ts';
import type { BasisFacts } from '#rules/cdd-rule-packs/decision-basis.ts';
import { type AssessedClient, assess } from '#rules/cdd-rule-packs/engine.ts';
import type { ClientFacts, SourceFacts } from '#rules/cdd-rule-packs/facts.ts';
import { offeredFindings } from '#rules/cdd-rule-packs/findings.ts';
import { type MandatoryParty, mandatoryParties } from '#rules/cdd-rule-packs/mandatory-parties.ts';
import { type ClientProgress, clientProgress } from '#rules/clients/client-progress.ts';
import type { CddStatus, ClientStatus } from '#rules/clients/client-types.ts';
import {
  type CountryLists,
  countryListKeys,
  countryListLabels,
} from '#rules/country-lists/country-list-keys.ts';
import type { CountryListState } from '#rules/country-lists/list-versions.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { cddLifecycle, clientLifecycle, isActivatableClient } from '#rules/lifecycles/clients.ts';
import { transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import { can } from '#rules/permissions.ts';
import type { Blocker } from '#rules/resolution-targets.ts';
import type { RiskFloor } from '#rules/screening-matches/match-effects.ts';
import {
  activationBlockers,
  type EvidenceFacts,
  evidenceBlockers,
  exitBlockers,
} from '#rules/transition-guards/client-status.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { AssessmentFacts } from '../../records/clients/current-assessment-store.ts';
import type { PartyRow } from '../../records/parties/store.ts';
import { presentSanctions } from '../../records/sanctions/present.ts';
import type { DecidedSanction } from '../../records/sanctions/store.ts';
import type { KnownOwnership } from '../business-verifications/store.ts';
import { type ApprovalFacts, approvalBlockers } from './approval.ts';
import { clientFacts } from './client-facts.ts';
import { findingPermission } from './finding-permissions.ts';
import { findingsBySubject, type RecordedFinding } from './findings-store.ts';
import type { CddStatusRow } from './store.ts';

/** All that the rule packs look at, as it is in the database now. */
export interface RuleInput {
  client: Client;
  standing: CddStatusRow;
  assessment: AssessmentFacts | null;
  company: Pick<CompanyState, 'regulatedIn'> & RegulatedCompany & { id: string };
  lists: CountryLists;
  /** Current related parties of the client. */
  parties: readonly PartyRow[];
  /** What verifying the business has found. */
  ownership: KnownOwnership | null;
  findings: readonly RecordedFinding[];
  /** Evidence by lines of source of funds and wealth, of the client and of its parties that have some. */
  sources: ReadonlyMap<string, SourceFacts>;
  on: CalendarDate;
}

/** All that rules and guards look at, as it is in the database now. */
export interface DiligenceInput extends RuleInput {
  /** Unresolved screening matches of the client and of its related parties. */
  undecidedMatches: number;
  /** Confirmed sanctions matches of the client and of its related parties. */
  sanctions: readonly DecidedSanction[];
  /** What confirmed matches set under the risk. */
  riskFloor: RiskFloor | null;
  quiet: Diligence['quiet'];
  /** Who may approve the client; null while it is not in review. */
  approval: ApprovalFacts | null;
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
export function getFacts(input: RuleInput): ClientFacts {
  return clientFacts({ ...input, findings: findingsBySubject(input.findings) });
}

/**
 * What the rule packs say of the client on the day. `evenIfWaived`: as though nothing waived initial due diligence; `lawOf`: under the
 * rules of another day.
 */
export function assessClient(
  input: RuleInput,
  { evenIfWaived = false, lawOf }: { evenIfWaived?: boolean; lawOf?: CalendarDate } = {},
): AssessedClient {
  const { company, lists, on } = input;
  return assess(getFacts(input), {
    jurisdictions: company.regulatedIn,
    company,
    on,
    lists: listStates(lists),
    evenIfWaived,
    ...(lawOf === undefined ? {} : { lawOf }),
  });
}

/** What the record itself says of a decision's basis, besides the newest evidence of each kind. */
export function knownBasis(
  input: DiligenceInput,
  assessed: AssessedClient,
): Pick<BasisFacts, 'pepStatus' | 'pepBasis' | 'parties'> {
  const { politicalExposure } = findingsBySubject(input.findings);
  return {
    pepStatus: input.client.pepStatus,
    pepBasis: politicalExposure?.basis ?? null,
    parties: partiesToVerify(input, assessed).map(({ name, verified }) => ({ name, verified })),
  };
}

/** Related parties to be verified first, each with the reason. */
export function partiesToVerify(input: RuleInput, assessed: AssessedClient): MandatoryParty[] {
  return mandatoryParties(getFacts(input), assessed);
}

/** What there is on record of everything that due diligence needs. */
function evidenceFacts(input: DiligenceInput, assessed: AssessedClient): EvidenceFacts {
  const { client, assessment, company } = input;
  return {
    cddLevel: assessed.level,
    initialCddRequired: assessed.initialCddRequired,
    isOfBeforeCommencement: assessed.isOfBeforeCommencement,
    hasApprovedAssessment: assessment?.status === 'approved',
    submittedAssessmentId: assessment?.status === 'submitted' ? assessment.id : null,
    // A potential match without a match on record is unresolved as well.
    undecidedMatches: Math.max(input.undecidedMatches, client.sanctionsStatus === 'potential' ? 1 : 0),
    clientId: client.id,
    sanctionsStatus: client.sanctionsStatus,
    sanctions: input.sanctions,
    parties: partiesToVerify(input, assessed).map(({ partyId, name, verified }) => ({
      id: partyId,
      name,
      mustVerify: true,
      verified,
    })),
    missing: missingBlockers(assessed),
    ruleBlockers: ruleBlockers(assessed),
    on: input.on,
    jurisdictions: company.regulatedIn,
  };
}

/** Everything that keeps the company from dealing with the client: what activation asks, whatever the client's status is now. */
export function dealingBlockers(input: DiligenceInput, assessed: AssessedClient): Blocker[] {
  const { client, standing, on } = input;
  return activationBlockers({
    ...evidenceFacts(input, assessed),
    cddStatus: client.cddStatus,
    exceptionEndsOn: standing.exception?.endsOn ?? null,
    on,
  });
}

/** What the rules want of the client now and the record does not hold, whatever was decided before. */
export function outstandingEvidence(input: DiligenceInput, assessed: AssessedClient): Blocker[] {
  return evidenceBlockers(evidenceFacts(input, assessed));
}

/**
 * Everything that keeps due diligence from a state that its lifecycle allows now. To be reviewed or verified it has to be there, also
 * where the law does not ask for it yet; and not everybody may approve it.
 */
export function cddMoveBlockers(
  input: DiligenceInput,
  to: CddStatus,
  caller: MemberCaller,
  now: Date,
): Blocker[] {
  if (to !== 'readyForReview' && to !== 'verified') return [];
  const evidence = evidenceBlockers(evidenceFacts(input, assessClient(input, { evenIfWaived: true })));
  return to === 'verified' ? [...evidence, ...approvalBlockers(input.approval, caller, now)] : evidence;
}

/** Everything that keeps the client from a state that its lifecycle allows now; an end is taken to be today. */
export function clientTransitionBlockers(
  input: DiligenceInput,
  assessed: AssessedClient,
  to: ClientStatus,
  endedOn: CalendarDate = input.on,
): Blocker[] {
  const { client, on } = input;
  if (to === 'active') return dealingBlockers(input, assessed);
  if (to === 'exited') {
    return exitBlockers({ endedOn, relationshipStartedOn: client.relationshipStartedOn, on });
  }
  return [];
}

/**
 * What is in the way of taking the client on, or, once that is behind it, what evidence is not there: a status that was once given
 * stays, and what it should rest on is still outstanding.
 */
function standingBlockers(input: DiligenceInput, assessed: AssessedClient): Blocker[] {
  const isOnTheWay = isActivatableClient(input.client.status);
  const isExcepted = input.client.cddStatus === 'exceptionApproved';
  return isOnTheWay || isExcepted ? dealingBlockers(input, assessed) : outstandingEvidence(input, assessed);
}

/** The moves of both lifecycles that the caller may make. */
function openMoves(
  input: DiligenceInput,
  assessed: AssessedClient,
  caller: MemberCaller,
  now: Date,
): Pick<Diligence, 'transitions' | 'cddTransitions'> {
  const { member, company } = caller;
  const may = (permission: 'records.write' | 'cdd.grantException') =>
    can({ kind: 'member', ...member }, permission, company, now.toISOString()).allowed;
  if (!may('records.write')) return { transitions: [], cddTransitions: [] };
  const { client } = input;
  return {
    transitions: transitionsFrom(clientLifecycle, client.status)
      .filter(({ by }) => by === 'person')
      .map(({ to, label }) => ({ to, label, blockers: clientTransitionBlockers(input, assessed, to) })),
    cddTransitions: transitionsFrom(cddLifecycle, client.cddStatus)
      .filter(({ by, to }) => by === 'person' && (to !== 'exceptionApproved' || may('cdd.grantException')))
      .map(({ to, label }) => ({ to, label, blockers: cddMoveBlockers(input, to, caller, now) })),
  };
}

/** Subjects that the client's page offers, with what is recorded and what the caller may do about each. */
function visibleFindings(
  input: DiligenceInput,
  assessed: AssessedClient,
  caller: MemberCaller,
  now: Date,
): Diligence['findings'] {
  const { client, company, findings } = input;
  const offered = offeredFindings(
    getFacts(input),
    assessed,
    findingsBySubject(findings),
    company.regulatedIn,
  );
  return offered.map((subject) => {
    const recorded = findings.find((finding) => finding.subject === subject);
    const may = (permission: 'record' | 'withdraw') =>
      client.status !== 'archived' && findingPermission(caller, subject, permission, now).allowed;
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

/** The client's five steps, by everything that the rules and guards want, whatever was decided before. */
function getProgress(input: DiligenceInput, assessed: AssessedClient): ClientProgress {
  const { client, standing, on } = input;
  return clientProgress({
    outstanding: outstandingEvidence(input, assessed),
    cddStatus: client.cddStatus,
    exceptionEndsOn: standing.exception?.endsOn ?? null,
    on,
  });
}

/** A client's due diligence as the wire has it. */
export function toDiligenceDto(input: DiligenceInput, caller: MemberCaller, now: Date): Diligence {
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
    progress: getProgress(input, assessed),
    decision: standing.decision,
    evidenceGap: standing.hasEvidenceGap
      ? { outstanding: outstandingEvidence(input, assessed).map(({ text }) => text) }
      : null,
    sanctions: presentSanctions(input.sanctions, input.company.regulatedIn, on),
    riskFloor: input.riskFloor,
    simplifiedAllowed: assessed.simplifiedAllowed,
    quiet: input.quiet,
    findings: visibleFindings(input, assessed, caller, now),
    lists: countryListKeys.map((key) => ({ key, asAt: lists[key].asAt })),
  };
}
