import { formatDate } from '#rules/dates/calendar-dates.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { listed } from './findings.ts';
import {
  type AccreditedServiceFact,
  type BureauNotice,
  type BureauStatement,
  type RelianceBasis,
  type RelianceFact,
  serviceCoverageLabels,
} from './statements.ts';

/** Line of a recorded statement, as shown on screens and in evidence packs. */
export type StatementFact = { label: string; value: string };

export const relianceBasisLabels: Record<RelianceBasis, string> = {
  agreement: 'Agreement (AU s37A)',
  case: 'This case only (AU s38)',
};

const orNone = (value: string | null) => value ?? 'Not recorded';
const day = (date: string | null) => (date === null ? 'Not recorded' : formatDate(date));

/** The result of an accredited service, line by line. */
export function accreditedServiceFacts(service: AccreditedServiceFact): StatementFact[] {
  return [
    { label: 'Accredited service', value: `${service.service}, ${service.provider}` },
    { label: 'Framework register entry', value: service.accreditation },
    { label: 'Date of the result', value: formatDate(service.verifiedOn) },
    { label: 'Covers', value: listed(service.covers.map((part) => serviceCoverageLabels[part])) },
    { label: 'Result matches the record', value: yesNo(service.matchesRecord) },
    { label: 'Result reference', value: service.evidence },
  ];
}

function agreementFacts(reliance: RelianceFact): StatementFact[] {
  return [
    { label: 'Responsibilities in writing', value: yesNo(reliance.responsibilitiesWritten) },
    { label: 'Approved by senior manager', value: orNone(reliance.approvedBySeniorManager) },
    { label: 'Agreement last assessed', value: day(reliance.assessedOn) },
    { label: 'Assessment recorded', value: day(reliance.assessmentRecordedOn) },
  ];
}

function caseFacts(reliance: RelianceFact): StatementFact[] {
  return [
    { label: 'Appropriate to the risk', value: yesNo(reliance.appropriateToRisk) },
    { label: 'Reasons', value: orNone(reliance.reasons) },
  ];
}

/** Third-party reliance, line by line; the Australian statements only if their basis is recorded. */
export function relianceFacts(reliance: RelianceFact): StatementFact[] {
  const { basis } = reliance;
  return [
    { label: 'Business relied on', value: `${reliance.partyName}, supervised by ${reliance.supervisor}` },
    { label: 'Verified the person on', value: formatDate(reliance.verifiedOn) },
    { label: 'Business relationship with the client', value: yesNo(reliance.hasBusinessRelationship) },
    { label: 'Consent or agreement in writing', value: yesNo(reliance.agreedInWriting) },
    { label: 'Identity information received', value: yesNo(reliance.identityInformationReceived) },
    { label: 'Evidence on request', value: yesNo(reliance.evidenceOnRequest) },
    ...(basis === null ? [] : [{ label: 'Basis in Australia', value: relianceBasisLabels[basis] }]),
    ...(basis === 'agreement' ? agreementFacts(reliance) : []),
    ...(basis === 'case' ? caseFacts(reliance) : []),
  ];
}

/** Basis of the request to an Australian credit reporting body, and the notice after it did not confirm the identity. */
export function bureauFacts(statement: BureauStatement | null, notice: BureauNotice | null): StatementFact[] {
  return [
    ...(statement === null
      ? []
      : [
          { label: 'Credit bureau: person informed', value: yesNo(statement.informed) },
          { label: 'Credit bureau: express agreement', value: yesNo(statement.agreed) },
          { label: 'Credit bureau: another way offered', value: yesNo(statement.alternativeOffered) },
        ]),
    ...(notice === null
      ? []
      : [
          {
            label: 'Credit bureau: written notice',
            value: `${formatDate(notice.sentOn)}, naming ${notice.bureauName}, ${notice.alternativeOffered ? 'with another way' : 'without another way'}`,
          },
        ]),
  ];
}
