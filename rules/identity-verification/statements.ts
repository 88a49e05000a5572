import type { CalendarDate } from '#rules/dates/calendar-dates.ts';

/** Attributes that an accredited service's result covers. `binding`: that the identity is this person's. */
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
  /** Entry in the framework's register, as recorded by the company. */
  accreditation: string;
  verifiedOn: CalendarDate;
  /** Attributes that the service is accredited to confirm, and has confirmed. */
  covers: readonly ServiceCoverage[];
  /** Reference of the result, or location of the copy. */
  evidence: string;
  matchesRecord: boolean;
};

/** `agreement`: standing arrangement under AU s 37A. `case`: this customer only, AU s 38. */
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
  /** Basis of reliance in Australian law; null if only New Zealand's applies. */
  basis: RelianceBasis | null;
  /** The agreement names each party's responsibilities. */
  responsibilitiesWritten: boolean;
  /** Senior manager who approved the agreement. */
  approvedBySeniorManager: string | null;
  /** The agreement's last assessment, and the day of its record. */
  assessedOn: CalendarDate | null;
  assessmentRecordedOn: CalendarDate | null;
  appropriateToRisk: boolean;
  /** Why reliance is justified in this case. */
  reasons: string | null;
};

export type ExceptionFact = {
  reason: string;
  /** Null on earlier exceptions, which did not record it. */
  stepsTaken: string | null;
  policy: string | null;
  alternativeEvidence: string;
  approvedBy: string | null;
  endsOn: CalendarDate | null;
};

/** Basis of a request to an Australian credit reporting body: statements made before it. */
export type BureauStatement = { informed: boolean; agreed: boolean; alternativeOffered: boolean };

/** Written notice to the person after a credit reporting body did not confirm the identity. */
export type BureauNotice = { sentOn: CalendarDate; bureauName: string; alternativeOffered: boolean };
