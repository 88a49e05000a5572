import type { Diligence } from '#contract/cdd/cdd.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { CompanyState } from '#contract/company/accounts.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { missingBlockers, ruleBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import type { BasisFacts } from '#rules/cdd-rule-packs/decision-basis.ts';
import { type AssessedClient, assess } from '#rules/cdd-rule-packs/engine.ts';
import type { ClientFacts, SourceFacts } from '#rules/cdd-rule-packs/facts.ts';
import { type FindingContents, mayExcusePepCheck, offeredFindings } from '#rules/cdd-rule-packs/findings.ts';
import { type MandatoryParty, mandatoryParties } from '#rules/cdd-rule-packs/mandatory-parties.ts';
import { exposuresToApprove } from '#rules/cdd-rule-packs/pep-persons.ts';
import { type ClientProgress, clientProgress } from '#rules/clients/client-progress.ts';
import type { CddStatus, ClientStatus } from '#rules/clients/client-types.ts';
import {
  type CountryLists,
  countryListKeys,
  countryListLabels,
} from '#rules/country-lists/country-list-keys.ts';
import type { CountryListState } from '#rules/country-lists/list-versions.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { lawsWithoutEnded, type RegulatedCompany } from '#rules/dates/commencement.ts';
import type { FormerProcedure } from '#rules/former-procedures.ts';
import {
  cddLifecycle,
  clientLifecycle,
  isActivatableClient,
  isClosedClient,
  isEndedClient,
} from '#rules/lifecycles/clients.ts';
import { transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import type { ApprovedExposure } from '#rules/pep.ts';
import { can } from '#rules/permissions.ts';
import type { RiskFloor } from '#rules/screening-matches/match-effects.ts';
import { dueRequirements } from '#rules/transition-guards/cdd-refresh.ts';
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
import type { KnownOwnership } from '../business-verifications/record/store.ts';
import { type ApprovalFacts, approverBlockers, otherApprovers } from './approval.ts';
import { clientFacts } from './client-facts.ts';
import { findingPermission } from './finding-permissions.ts';
import { findingsBySubject, type RecordedFinding } from './findings-store.ts';
import type { IdentityOn } from './party-facts.ts';
import type { ApprovalRecord } from './refresh/refresh-due.ts';
import type { CddStatusRow } from './store.ts';

/** Input of the rule packs, as currently in the database. */
export interface RuleInput {
  client: Client;
  standing: CddStatusRow;
  assessment: AssessmentFacts | null;
  company: Pick<CompanyState, 'regulatedIn'> & RegulatedCompany & { id: string };
  lists: CountryLists;
  /** Current related parties of the client. */
  parties: readonly PartyRow[];
  /** Findings of the business verification. */
  ownership: KnownOwnership | null;
  findings: readonly RecordedFinding[];
  /** Classes of the company's policies with a former identification procedure, as its settings have them now; none where no finding names one. */
  formerProcedures: readonly FormerProcedure[];
  /** Evidence by lines of source of funds and wealth, of the client and of its parties that have some. */
  sources: ReadonlyMap<string, SourceFacts>;
  /** Of the client and its related parties, those whose evidence of identity does not meet their present risk level. */
  unmetAtRisk: IdentityOn['unmetAtRisk'];
  on: CalendarDate;
}

/** Input of rules and guards, as currently in the database. */
export interface GuardInput extends RuleInput {
  /** Unresolved screening matches of the client and of its related parties. */
  undecidedMatches: number;
  /** Confirmed sanctions matches of the client and of its related parties. */
  sanctions: readonly DecidedSanction[];
  /** Minimum risk level set by confirmed matches. */
  riskFloor: RiskFloor | null;
}

/** The same, with what decides who may act on the client, and what its page shows besides. */
export interface DiligenceInput extends GuardInput {
  quiet: Diligence['quiet'];
  /** Facts about who can approve the client; null once CDD is verified. */
  approval: ApprovalFacts | null;
}

/** The company's lists in the format of the rule packs. */
function listStates(lists: CountryLists): CountryListState[] {
  return countryListKeys.map((key) => ({
    key,
    name: countryListLabels[key],
    ...lists[key],
    sourceUrl: '',
    note: '',
  }));
}

/** The client as input of the rules. */
export function getFacts(input: RuleInput): ClientFacts {
  return clientFacts({ ...input, findings: findingsBySubject(input.findings) });
}

/** The company's laws whose duties of CDD have not ended for it. */
const bindingLaws = ({ company, on }: Pick<RuleInput, 'company' | 'on'>) =>
  lawsWithoutEnded(company.regulatedIn, company, on);

/** Political exposures that demand a senior manager's decision now. */
export const exposuresNow = (input: RuleInput): ApprovedExposure[] =>
  exposuresToApprove(getFacts(input), input.client.id, bindingLaws(input), input.on);

/**
 * Evaluates the rule packs for the client on the day. `evenIfWaived`: as if initial CDD were not waived; `getLaw`: under the rules of
 * another day.
 */
export function assessClient(
  input: RuleInput,
  { evenIfWaived = false, getLaw }: { evenIfWaived?: boolean; getLaw?: CalendarDate } = {},
): AssessedClient {
  const { company, lists, on } = input;
  return assess(getFacts(input), {
    jurisdictions: company.regulatedIn,
    company,
    on,
    lists: listStates(lists),
    evenIfWaived,
    ...(getLaw === undefined ? {} : { getLaw }),
  });
}

/** The part of a decision's basis from the record itself, besides the newest evidence of each kind. */
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

/** The recorded evidence for all CDD requirements. */
function evidenceFacts(
  input: RuleInput & Pick<GuardInput, 'undecidedMatches' | 'sanctions'>,
  assessed: AssessedClient,
): EvidenceFacts {
  const { client, assessment, company } = input;
  return {
    cddLevel: assessed.level,
    initialCddRequired: assessed.initialCddRequired,
    isPreCommencement: assessed.isPreCommencement,
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
    laws: bindingLaws(input),
  };
}

/** Blockers of dealing with the client: the requirements of activation, whatever the client's current status. */
export function dealingBlockers(input: GuardInput, assessed: AssessedClient): Blocker[] {
  const { client, standing, on } = input;
  return activationBlockers({
    ...evidenceFacts(input, assessed),
    cddStatus: client.cddStatus,
    exceptionEndsOn: standing.exception?.endsOn ?? null,
    on,
  });
}

/** Requirements that the record does not meet now, regardless of earlier decisions. */
export function outstandingEvidence(input: GuardInput, assessed: AssessedClient): Blocker[] {
  return evidenceBlockers(evidenceFacts(input, assessed));
}

/**
 * A client with the outstanding requirements by which its CDD is due again. Matches are not among them, so that they need not be read. NZ s31;
 * AU s30.
 */
export function approvalRecord(input: RuleInput, assessed: AssessedClient): ApprovalRecord {
  const facts = evidenceFacts({ ...input, undecidedMatches: 0, sanctions: [] }, assessed);
  const due = dueRequirements(evidenceBlockers(facts));
  const { decision, refreshCauses } = input.standing;
  return { client: input.client, isDecided: decision !== null, causes: refreshCauses, due };
}

const may = (
  { member, company }: MemberCaller,
  permission: 'records.write' | 'cdd.grantException',
  now: Date,
): boolean => can({ kind: 'member', ...member }, permission, company, now.toISOString()).allowed;

/**
 * Blockers of a CDD transition that the lifecycle currently permits. Review and verification require the evidence even if the law
 * does not require it yet; and only some members can approve.
 */
export function cddTransitionBlockers(
  input: DiligenceInput,
  to: CddStatus,
  caller: MemberCaller,
  now: Date,
): Blocker[] {
  if (to !== 'readyForReview' && to !== 'verified') return [];
  const evidence = approvalEvidence(input);
  return to === 'verified' ? [...evidence, ...approverBlockers(input, caller, now)] : evidence;
}

/** Requirements outstanding before a review or an approval, also those from which the law frees the start of the relationship. */
const approvalEvidence = (input: DiligenceInput): Blocker[] =>
  evidenceBlockers(evidenceFacts(input, assessClient(input, { evenIfWaived: true })));

/** What an approval by the caller does now; null if CDD is verified, the relationship has ended, or the caller may only read. */
export function getApproval(input: DiligenceInput, caller: MemberCaller, now: Date): Diligence['approval'] {
  const { client, approval } = input;
  if (approval === null || isEndedClient(client.status) || !may(caller, 'records.write', now)) return null;
  const approver = approverBlockers(input, caller, now);
  const isInReview = client.cddStatus === 'readyForReview';
  return {
    reaches: isInReview || approver.length === 0 ? 'verified' : 'readyForReview',
    blockers: [...approvalEvidence(input), ...(isInReview ? approver : [])],
    others: otherApprovers({ client, approval }, caller).map(({ name }) => name),
  };
}

/** Blockers of a client transition that the lifecycle currently permits; an end date is assumed to be today. */
export function clientTransitionBlockers(
  input: DiligenceInput,
  assessed: AssessedClient,
  to: ClientStatus,
  endedOn: CalendarDate = input.on,
): Blocker[] {
  const { client, on } = input;
  if (to === 'active') return dealingBlockers(input, assessed);
  if (to === 'exited') {
    return exitBlockers({
      endedOn,
      relationshipStartedOn: client.relationshipStartedOn,
      on,
      jurisdictions: input.company.regulatedIn,
    });
  }
  return [];
}

/**
 * Blockers of onboarding the client or, once it is onboarded, its missing evidence: a status stays once set, but its requirements
 * are still outstanding.
 */
function statusBlockers(input: DiligenceInput, assessed: AssessedClient): Blocker[] {
  const isOnTheWay = isActivatableClient(input.client.status);
  const isExcepted = input.client.cddStatus === 'exceptionApproved';
  return isOnTheWay || isExcepted ? dealingBlockers(input, assessed) : outstandingEvidence(input, assessed);
}

/** Transitions of both lifecycles available to the caller. */
function availableTransitionsFor(
  input: DiligenceInput,
  assessed: AssessedClient,
  caller: MemberCaller,
  now: Date,
): Pick<Diligence, 'transitions' | 'cddTransitions'> {
  if (!may(caller, 'records.write', now)) return { transitions: [], cddTransitions: [] };
  const { client } = input;
  return {
    transitions: transitionsFrom(clientLifecycle, client.status)
      .filter(({ by }) => by === 'person')
      .map(({ to, label }) => ({ to, label, blockers: clientTransitionBlockers(input, assessed, to) })),
    cddTransitions: transitionsFrom(cddLifecycle, client.cddStatus)
      .filter(
        ({ by, to }) =>
          by === 'person' && (to !== 'exceptionApproved' || may(caller, 'cdd.grantException', now)),
      )
      .map(({ to, label }) => ({ to, label, blockers: cddTransitionBlockers(input, to, caller, now) })),
  };
}

/** Without the exposures that an approval covers: they are the records of other clients. */
function shownContent(content: RecordedFinding['content']): object {
  const { exposures: _exposures, ...shown } = content as FindingContents['seniorApproval'];
  return shown;
}

/** Subjects on the client's page, with their findings and the caller's permissions. */
function visibleFindings(
  input: DiligenceInput,
  assessed: AssessedClient,
  caller: MemberCaller,
  now: Date,
): Diligence['findings'] {
  const { client, findings } = input;
  const offered = offeredFindings(getFacts(input), assessed, findingsBySubject(findings), bindingLaws(input));
  return offered.map((subject) => {
    const recorded = findings.find((finding) => finding.subject === subject);
    const may = (permission: 'record' | 'withdraw') =>
      !isClosedClient(client.status) && findingPermission(caller, subject, permission, now).allowed;
    return {
      subject,
      recorded: recorded
        ? {
            // The content matches its subject, which the table's types cannot express.
            content: { subject, ...shownContent(recorded.content) } as NonNullable<
              Diligence['findings'][number]['recorded']
            >['content'],
            by: recorded.by,
            at: recorded.at,
          }
        : null,
      mayRecord: may('record') && (subject !== 'pepCheckExcused' || mayExcusePepCheck(client)),
      mayWithdraw: recorded !== undefined && may('withdraw'),
    };
  });
}

/** The client's five steps, by all rules and guards, regardless of earlier decisions. */
function getProgress(input: DiligenceInput, assessed: AssessedClient): ClientProgress {
  const { client, standing, on } = input;
  return clientProgress({
    outstanding: outstandingEvidence(input, assessed),
    cddStatus: client.cddStatus,
    exceptionEndsOn: standing.exception?.endsOn ?? null,
    on,
  });
}

/** Why the CDD of an approved client is due again. One that is still stored as verified is, too, while requirements are outstanding. */
function getRefresh(
  { client, standing }: DiligenceInput,
  outstanding: readonly Blocker[],
): Diligence['refresh'] {
  if (isEndedClient(client.status)) return null;
  const isLapsed =
    client.cddStatus === 'verified' && standing.decision !== null && dueRequirements(outstanding).length > 0;
  const causes =
    isLapsed && standing.refreshCauses.length === 0 ? (['outstanding'] as const) : standing.refreshCauses;
  if (causes.length === 0 && client.cddStatus !== 'refreshDue') return null;
  return { causes: [...causes], outstanding: outstanding.length };
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
    ...availableTransitionsFor(input, assessed, caller, now),
    approval: getApproval(input, caller, now),
    blockers: statusBlockers(input, assessed),
    progress: getProgress(input, assessed),
    decision: standing.decision,
    evidenceGap:
      standing.toBeApproved === null
        ? null
        : {
            why: standing.toBeApproved,
            outstanding: outstandingEvidence(input, assessed).map(({ text }) => text),
          },
    refresh: getRefresh(input, outstandingEvidence(input, assessed)),
    sanctions: presentSanctions(input.sanctions, input.company.regulatedIn, on),
    riskFloor: input.riskFloor,
    simplifiedAllowed: assessed.simplifiedAllowed,
    quiet: input.quiet,
    findings: visibleFindings(input, assessed, caller, now),
    sourceDocuments: standing.sourceDocuments,
    preCommencementDocuments: standing.preCommencementDocuments,
    lists: countryListKeys.map((key) => ({ key, asAt: lists[key].asAt })),
  };
}
