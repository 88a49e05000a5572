import type { CalendarDate } from '#rules/dates/calendar-dates.ts';

/** What the result of an accredited service speaks of. `binding`: that the identity is this person's. */
export const serviceCoverage = ['name', 'dateOfBirth', 'binding', 'address'] as const;

export type ServiceCoverage = (typeof serviceCoverage)[number];

export const serviceCoverageLabels: Record<ServiceCoverage, string> = {
  name: 'Name',
  dateOfBirth: 'Date of birth',
  binding: 'That the identity belongs to this person',
  address: 'Address',
};

/** Result of a service that is accredited under the Digital Identity Services Trust Framework of New Zealand. */
export type AccreditedServiceFact = {
  provider: string;
  service: string;
  /** Entry in the framework's register, as the company read it. */
  accreditation: string;
  verifiedOn: CalendarDate;
  /** What the service is accredited to confirm, and confirmed. */
  covers: readonly ServiceCoverage[];
  /** By what the result can be found again: its reference, or where the copy is. */
  evidence: string;
  matchesRecord: boolean;
};

/** `agreement`: standing arrangement of AU s37A. `case`: this customer alone, AU s38. */
export const relianceBases = ['agreement', 'case'] as const;

export type RelianceBasis = (typeof relianceBases)[number];

/** Another regulated business that has verified the person. */
export type RelianceFact = {
  partyName: string;
  /** Who regulates it: "DIA", "AUSTRAC". */
  supervisor: string;
  verifiedOn: CalendarDate;
  /** It has a business relationship with the customer. */
  hasBusinessRelationship: boolean;
  /** It consents, in writing, to being relied on. */
  agreedInWriting: boolean;
  identityInformationReceived: boolean;
  /** It hands over the evidence on request, within five working days. */
  evidenceOnRequest: boolean;
  /** How Australian law lets the company rely on it; null where only New Zealand's applies. */
  basis: RelianceBasis | null;
  /** The agreement names each party's responsibilities. */
  responsibilitiesWritten: boolean;
  /** Senior manager who approved the agreement. */
  approvedBySeniorManager: string | null;
  /** The agreement's last assessment, and the day of its record. */
  assessedOn: CalendarDate | null;
  assessmentRecordedOn: CalendarDate | null;
  appropriateToRisk: boolean;
  /** Why this one reliance is justified. */
  reasons: string | null;
};

export type ExceptionFact = {
  reason: string;
  /** Null on exceptions recorded before they were asked. */
  stepsTaken: string | null;
  policy: string | null;
  alternativeEvidence: string;
  approvedBy: string | null;
  endsOn: CalendarDate | null;
};

/** What an Australian credit reporting body is asked on: statements made before it. */
export type BureauStatement = { informed: boolean; agreed: boolean; alternativeOffered: boolean };

/** Written notice to the person after a credit reporting body did not confirm the identity. */
export type BureauNotice = { sentOn: CalendarDate; bureauName: string; alternativeOffered: boolean };
