import type { Client } from '#contract/clients.ts';
import type { ClientFieldName } from '#rules/client-fields.ts';
import type { ClientFacts } from '#rules/rule-packs/facts.ts';
import type { AssessmentFacts } from './current-assessment.ts';
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

/**
 * A client as the rule packs look at it. What is not recorded anywhere yet is not known, so that a rule which needs it does not hit
 * and what the law wants shows as missing: parties, source of wealth, findings, a listed class. Identity counts as verified once a
 * person has confirmed due diligence. Whoever approved the assessment as a senior manager has approved the relationship
 * (NZ s26, AU s32).
 */
export function clientFacts(
  client: Client,
  standing: Standing,
  assessment: AssessmentFacts | null,
): ClientFacts {
  const { individual, business } = client;
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
    identityVerified: client.cddStatus === 'verified',
    purposeRecorded: client.relationshipPurpose !== null,
    holdsPersonalAssets: false,
    hasNomineeShareholders: business?.hasNomineeShareholders ?? false,
    hasBearerShares: business?.hasBearerShares ?? false,
    beneficiaries: { count: null, namedWithBirthDates: false },
    pepStatus: client.pepStatus,
    pepOf: null,
    sanctionsStatus: client.sanctionsStatus,
    parties: [],
    sourceOfWealthOrFunds: false,
    standardCddMitigates: false,
    unusualActivity: false,
    writtenFindings: false,
    seniorManagerApproved: approved?.approvedBySeniorManager ?? false,
    riskLevel: client.riskLevel,
    templateCddLevel: approved?.cddLevel ?? null,
    ratingReasonsRecorded: approved !== null,
    assessorRequiresEnhanced: false,
    inListedClass: false,
    simplifiedGround: null,
    relationshipStartedOn: client.relationshipStartedOn,
    relationshipEnded: standing.relationshipEndedOn !== null,
    preCommencement: client.preCommencement,
    significantChange: false,
    delayed: null,
    suspicionReported: false,
  };
}
