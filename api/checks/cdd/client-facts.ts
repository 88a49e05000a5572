import type { Client } from '#contract/clients/client-record.ts';
import { beneficialOwners } from '#rules/cdd-rule-packs/beneficial-owners.ts';
import { entityFacts, ownershipOutcomeCounts } from '#rules/cdd-rule-packs/entity-information.ts';
import type {
  AddressEvidence,
  ClientFacts,
  RulePartyFacts,
  SourceFacts,
} from '#rules/cdd-rule-packs/facts.ts';
import { type Findings, notRelevantSources, pepOffice, sourceFacts } from '#rules/cdd-rule-packs/findings.ts';
import { exposuresToApprove } from '#rules/cdd-rule-packs/pep-persons.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { formatAddress } from '#rules/format/addresses.ts';
import { type FormerProcedure, findFormerProcedure } from '#rules/former-procedures.ts';
import { evidenceCounts } from '#rules/identity-verification/evidence-expiry.ts';
import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import { coversExposures } from '#rules/pep.ts';
import { strongerSources } from '#rules/source-of-funds/coverage.ts';
import type { AssessmentFacts } from '../../records/clients/current-assessment-store.ts';
import type { PartyRow } from '../../records/parties/store.ts';
import type { KnownOwnership } from '../business-verifications/record/store.ts';
import { filledFields } from './filled-fields.ts';
import { getPartyFacts, type IdentityOn } from './party-facts.ts';
import type { CddStatusRow } from './store.ts';

/** Input of `clientFacts`. `parties`: the client's current related parties. */
interface KnownClientFacts {
  client: Client;
  standing: CddStatusRow;
  assessment: AssessmentFacts | null;
  parties: readonly PartyRow[];
  /** Ownership found by business verification; null before the first. */
  ownership: KnownOwnership | null;
  findings: Findings;
  /** Classes of the company's policies with a former identification procedure. */
  formerProcedures: readonly FormerProcedure[];
  /** Evidence by lines of source of funds and wealth, of the client and of its parties. */
  sources: ReadonlyMap<string, SourceFacts>;
  company: { regulatedIn: readonly Jurisdiction[] };
  /** Clients whose evidence of identity does not meet their present risk level. */
  unmetAtRisk: IdentityOn['unmetAtRisk'];
  on: CalendarDate;
}

/**
 * Laws under which a finished verification traced by evidence, and identified an owner or controller of the client, other than a senior managing
 * official.
 */
function tracedUnder(parties: readonly RulePartyFacts[], ownership: KnownOwnership | null): Jurisdiction[] {
  if (!ownership?.isTraced) return [];
  const owning = parties.map((party) => ({
    ...party,
    roles: party.roles.filter((role) => role !== 'seniorManagingOfficial'),
  }));
  return jurisdictions.filter((law) => beneficialOwners({ parties: owning }, law).length > 0);
}

/** Whether an ownership chart shows an owner who is not a related party of the client: one whose role was ended, or a new one. */
function hasAbsentOwners(parties: readonly PartyRow[], ownership: KnownOwnership | null): boolean {
  const present = new Set(parties.map(({ partyClientId }) => partyClientId));
  return ownership?.ownerClientIds.some((id) => !present.has(id)) ?? false;
}

/** CDD done earlier, with the last day of its class as the company's policies have it now. */
function earlierCdd({ earlierCdd: recorded }: Findings, procedures: readonly FormerProcedure[]) {
  if (recorded === undefined) return null;
  const { ground, doneOn, procedure } = recorded;
  return { ground, doneOn, lastDay: findFormerProcedure(procedures, procedure ?? '')?.lastDay ?? null };
}

/** A verified address counts while the client still has it. */
function addressEvidence(
  { addresses }: Client,
  { addressVerified, addressExcused }: Findings,
): AddressEvidence {
  const verified = addressVerified?.address;
  if (verified && addresses.some((address) => formatAddress(address) === verified)) return 'verified';
  return addressExcused === undefined ? 'none' : 'excused';
}

/** Day of the document that shows a client to be of before commencement, while it is on the client's record. */
function shownOn(
  finding: Findings['preCommencement'],
  documents: CddStatusRow['preCommencementDocuments'],
): CalendarDate | null {
  return finding && documents.some(({ id }) => id === finding.documentId) ? finding.dated : null;
}

/** Combines lines with a finding from before lines were introduced. */
function withLines(finding: SourceFacts, byLines: SourceFacts | undefined): SourceFacts {
  return byLines === undefined ? finding : strongerSources(finding, byLines);
}

/**
 * Facts of a client for the rule packs. An unrecorded fact is unknown: rules that need it do not apply, and required items are
 * outstanding. Identity is verified only by verifications, never by a status. A senior manager approves
 * the relationship separately or with the assessment, each for the exposures on record then (NZ s26(2)(a), AU Rules 5-5(1)).
 */
export function clientFacts({
  client,
  standing,
  assessment,
  parties,
  ownership,
  findings,
  formerProcedures,
  sources,
  company,
  unmetAtRisk,
  on,
}: KnownClientFacts): ClientFacts {
  const { individual, business } = client;
  const { structure, unusual, simplified } = findings;
  const stated = structure?.beneficiaryCount ?? null;
  const belonging = getPartyFacts(client.clientType, parties, { on, unmetAtRisk }, stated, ownership);
  const identityUnmet = unmetAtRisk.get(client.id) ?? null;
  const approved = assessment?.status === 'approved' ? assessment : null;
  const facts: ClientFacts = {
    clientType: client.clientType,
    trustType: business?.trustType ?? null,
    filled: filledFields(client),
    registrationCountry: business?.registrationCountry ?? null,
    residenceCountry: individual?.residenceCountry ?? null,
    originCountries: individual?.citizenships ?? [],
    presentCountry: individual
      ? (individual.residenceCountry ?? client.addresses[0]?.countryCode ?? null)
      : null,
    identityVerified: evidenceCounts(standing.identityVerifiedUntil, on) && identityUnmet === null,
    identityUnmet,
    structureTraced: ownership?.isTraced ?? false,
    identityChangedOn: standing.identityChangedOn,
    purposeRecorded: client.relationshipPurpose !== null,
    holdsPersonalAssets: structure?.holdsPersonalAssets ?? false,
    hasNomineeShareholders: (business?.hasNomineeShareholders ?? false) || belonging.hasNominees,
    hasNomineeManagers: belonging.hasNomineeManagers,
    hasBearerShares: business?.hasBearerShares ?? false,
    beneficiaries: belonging.beneficiaries,
    entity: entityFacts(findings.entity, client.clientType, standing.sourceDocuments),
    ownership: {
      traced: tracedUnder(belonging.parties, ownership),
      absentOwners: hasAbsentOwners(parties, ownership),
      outcome: findings.ownership?.outcome ?? null,
      outcomeCounts: ownershipOutcomeCounts(findings.ownership, client.clientType, standing.sourceDocuments),
      deemed: findings.ownersDeemed?.ground ?? null,
    },
    addressEvidence: addressEvidence(client, findings),
    pepStatus: client.pepStatus,
    pepOf: standing.pepOf,
    pepOffice: pepOffice(findings.politicalExposure),
    sanctionsStatus: client.sanctionsStatus,
    screeningGaps: client.screeningGaps,
    parties: belonging.parties.map((party) => ({
      ...party,
      sources: withLines(party.sources, sources.get(party.id)),
    })),
    sources: withLines(sourceFacts(findings.sourceOfWealthOrFunds), sources.get(client.id)),
    sourcesNotRelevant: notRelevantSources(findings.sourceNotRelevant),
    standardCddMitigates: findings.mitigation !== undefined,
    unusualActivity: unusual !== undefined,
    writtenFindings: !!unusual?.findings,
    pepCheckExcused: findings.pepCheckExcused !== undefined,
    actingExcused: findings.actingExcused !== undefined,
    earlierCdd: earlierCdd(findings, formerProcedures),
    usesNewTechnology: findings.newTechnology !== undefined,
    technologyMeasures: !!findings.newTechnology?.measures,
    needsFurtherMeasures: findings.furtherMeasures !== undefined,
    furtherMeasuresTaken: !!findings.furtherMeasures?.measures,
    anonymousAccount: findings.anonymousAccount !== undefined,
    anonymityEnded: !!findings.anonymousAccount?.ended,
    nestedServices: findings.nestedServices !== undefined,
    seniorManagerApproved: false,
    riskLevel: client.riskLevel,
    templateCddLevel: approved?.cddLevel ?? null,
    ratingReasonsRecorded: approved !== null,
    submittedAssessmentId: assessment?.status === 'submitted' ? assessment.id : null,
    assessorRequiresEnhanced: findings.enhanced !== undefined,
    inListedClass: !!simplified?.listedClass,
    simplifiedGround: simplified?.ground ?? null,
    relationshipStartedOn: client.relationshipStartedOn,
    // Onboarding is under way again, though the end of the former relationship is on record.
    relationshipEnded: standing.relationshipEndedOn !== null && client.status !== 'onboarding',
    preCommencement: client.preCommencement,
    preCommencementShownOn: shownOn(findings.preCommencement, standing.preCommencementDocuments),
    significantChange: findings.significantChange !== undefined,
    suspicionReported: false,
  };
  const approvedFor = [...(findings.seniorApproval?.exposures ?? []), ...(approved?.seniorApprovedFor ?? [])];
  const demanding = exposuresToApprove(facts, client.id, company.regulatedIn, on);
  return { ...facts, seniorManagerApproved: coversExposures(approvedFor, demanding) };
}
