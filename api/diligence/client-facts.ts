import type { Client } from '#contract/clients.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { ClientFieldName } from '#rules/client-fields.ts';
import type { ClientFacts } from '#rules/rule-packs/facts.ts';
import type { Findings } from '#rules/rule-packs/findings.ts';
import type { KnownOwnership } from '../business-verifications/store.ts';
import type { PartyRow } from '../parties/store.ts';
import type { AssessmentFacts } from './current-assessment.ts';
import { factsOfParties } from './party-facts.ts';
import type { Standing } from './store.ts';

/** Fields that the record holds, by the names that the rules use. */
function filledFields({ individual, business, addresses }: Client): ClientFieldName[] {
  const fields: Partial<Record<ClientFieldName, unknown>> = {
    givenNames: individual?.givenNames,
    familyName: individual?.familyName,
    tradingNames: individual?.tradingNames?.length || null,
    dateOfBirth: individual?.dateOfBirth,
    addresses: addresses.length > 0 || null,
    legalName: business?.legalName,
    registrationCountry: business?.registrationCountry,
    trustType: business?.trustType,
    beneficiaryClassDescription: business?.beneficiaryClassDescription,
    incorporatedOn: business?.incorporatedOn,
    nzbn: business?.nzbn ?? individual?.nzbn,
    nzCompanyNumber: business?.nzCompanyNumber,
    abn: business?.abn ?? individual?.abn,
    acn: business?.acn,
    arbn: business?.arbn,
  };
  return (Object.keys(fields) as ClientFieldName[]).filter(
    (name) => fields[name] !== undefined && fields[name] !== null && fields[name] !== '',
  );
}

/** What clientFacts puts together. `parties`: everybody who belongs to the client now. */
interface KnownOfClient {
  client: Client;
  standing: Standing;
  assessment: AssessmentFacts | null;
  parties: readonly PartyRow[];
  /** What verifying the business has found; null where nobody has. */
  ownership: KnownOwnership | null;
  findings: Findings;
  on: CalendarDate;
}

/**
 * A client as the rule packs look at it. What is not recorded is not known, so that a rule which needs it does not hit and what the
 * law wants shows as missing. Identity counts as verified once a person has confirmed due diligence. Whoever approved the
 * assessment as a senior manager has approved the relationship (NZ s26, AU s32); a senior manager can also approve it alone.
 */
export function clientFacts({
  client,
  standing,
  assessment,
  parties,
  ownership,
  findings,
  on,
}: KnownOfClient): ClientFacts {
  const { individual, business } = client;
  const { structure, unusual, simplified } = findings;
  const belonging = factsOfParties(parties, on, structure?.beneficiaryCount ?? null, ownership);
  const approved = assessment?.status === 'approved' ? assessment : null;
  return {
    clientType: client.clientType,
    trustType: business?.trustType ?? null,
    filled: filledFields(client),
    registrationCountry: business?.registrationCountry ?? null,
    residenceCountry: individual?.residenceCountry ?? null,
    originCountries: individual?.citizenships ?? [],
    presentCountry: individual
      ? (individual.residenceCountry ?? client.addresses[0]?.countryCode ?? null)
      : null,
    identityVerified:
      standing.identityVerified || (ownership?.isVerified ?? false) || client.cddStatus === 'verified',
    purposeRecorded: client.relationshipPurpose !== null,
    holdsPersonalAssets: structure?.holdsPersonalAssets ?? false,
    hasNomineeShareholders: (business?.hasNomineeShareholders ?? false) || belonging.hasNominees,
    hasBearerShares: business?.hasBearerShares ?? false,
    beneficiaries: belonging.beneficiaries,
    pepStatus: client.pepStatus,
    pepOf: standing.pepOf,
    sanctionsStatus: client.sanctionsStatus,
    parties: belonging.parties,
    sourceOfWealthOrFunds: !!findings.sourceOfWealthOrFunds?.verification,
    standardCddMitigates: findings.mitigation !== undefined,
    unusualActivity: unusual !== undefined,
    writtenFindings: !!unusual?.findings,
    seniorManagerApproved:
      findings.seniorApproval !== undefined || (approved?.approvedBySeniorManager ?? false),
    riskLevel: client.riskLevel,
    templateCddLevel: approved?.cddLevel ?? null,
    ratingReasonsRecorded: approved !== null,
    assessorRequiresEnhanced: findings.enhanced !== undefined,
    inListedClass: simplified?.inListedClass ?? false,
    simplifiedGround: simplified?.ground ?? null,
    relationshipStartedOn: client.relationshipStartedOn,
    relationshipEnded: standing.relationshipEndedOn !== null,
    preCommencement: client.preCommencement,
    significantChange: findings.significantChange !== undefined,
    delayed: null,
    suspicionReported: false,
  };
}
