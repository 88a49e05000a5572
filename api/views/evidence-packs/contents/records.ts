import type { Activity } from '#contract/activities.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import type { Diligence } from '#contract/cdd/cdd.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { SignedInMember } from '#contract/company/accounts.ts';
import type { DocumentRequest } from '#contract/document-requests/document-requests.ts';
import type { StoredDocument } from '#contract/documents/documents.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import type { Alert } from '#contract/monitoring/alerts.ts';
import type { Screening, ScreeningMatch } from '#contract/monitoring/screenings.ts';
import type { PrivacyRequest } from '#contract/privacy/requests.ts';
import type { Assessment } from '#contract/risk/assessments.ts';
import type { Review } from '#contract/risk/reviews.ts';
import type { PackChoice } from '#contract/views/evidence-packs.ts';
import type { Capacity } from '#rules/activity-types.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { ActivityStatus } from '#rules/lifecycles/activities.ts';
import type { Sector } from '#rules/sectors.ts';
import type { PackedHistory } from './history.ts';
import type { PackedFunds } from './packed-funds.ts';

/** Cover of a pack. */
export interface PackCover {
  packId: string;
  scope: PackScope;
  scopeId: string;
  /** The client's name, or the activity's reference and name. */
  subject: string;
  company: {
    id: string;
    name: string;
    legalName: string | null;
    sector: Sector | null;
    regulatedIn: Jurisdiction[];
    timeZone: string;
    /** Supervisors by country on the day the pack was made; '' if none is recorded. */
    supervisors: string[];
    enrolmentNumber: string | null;
  };
  choice: PackChoice;
  /** Instant at which all records were read. */
  asAt: string;
  madeBy: Pick<SignedInMember, 'name' | 'role' | 'designations'>;
}

/** A party of a client, with the evidence of its identity. */
export interface PackedParty {
  id: string;
  clientId: string;
  name: string;
  clientType: Client['clientType'];
  roles: string[];
  directPercent: string | null;
  joint: boolean;
  beneficiallyHeld: boolean | null;
  controlBasis: string | null;
  authority: string | null;
  dateOfBirth: string | null;
  addresses: Client['addresses'];
  registrationCountry: string | null;
  pepStatus: Client['pepStatus'];
  /** Required by the rules, or by a member. */
  mustVerify: string[];
  verified: boolean;
  validFrom: string;
  validTo: string | null;
  recordedBy: string;
}

/** Source of a client's field, besides the member who entered it. */
export interface FieldSource {
  field: 'name' | 'dateOfBirth' | 'address' | 'registration';
  source: string;
  at: string;
}

export type PackedVerification = Omit<
  IndividualVerification,
  'actions' | 'linkToHandOver' | 'client' | 'documents' | 'nextTryAt'
> & {
  /** Other clients with the same document are only counted: they are not the pack's subject. */
  documents: (Omit<IndividualVerification['documents'][number], 'sameDocumentClients'> & {
    sameDocumentElsewhere: number;
  })[];
};

export type PackedBusinessVerification = Omit<
  BusinessVerification,
  'actions' | 'registries' | 'client' | 'pendingExtracts' | 'mustVerify'
> & { mustVerify: Pick<BusinessVerification['mustVerify'][number], 'name' | 'reasons' | 'client'>[] };

export type PackedAssessment = Omit<Assessment, 'actions' | 'earlier'>;
export type PackedRequest = Omit<DocumentRequest, 'actions' | 'link'>;

/** A screening with the matches first found by it. */
export type PackedScreening = Omit<Screening, 'matches' | 'alertId' | 'clientId'> & {
  matches: ScreeningMatch[];
};

/** All records of one client. */
export interface ClientPackRecords extends PackedHistory {
  client: Client;
  /** In an activity's pack: the client's capacity. */
  capacity: Capacity | null;
  fieldSources: FieldSource[];
  diligence: Omit<Diligence, 'transitions' | 'cddTransitions' | 'approval'>;
  parties: PackedParty[];
  funds: PackedFunds;
  individualVerifications: PackedVerification[];
  businessVerifications: PackedBusinessVerification[];
  assessments: PackedAssessment[];
  screenings: PackedScreening[];
  reviews: Review[];
  privacyRequests: PrivacyRequest[];
}

/** An alert with its outcome. */
export interface PackedAlert
  extends Pick<
    Alert,
    'id' | 'type' | 'severity' | 'status' | 'summary' | 'outcome' | 'reason' | 'assignee' | 'dueAt'
  > {
  openedAt: string;
}

/** A document, and its path in the pack. */
export interface PackedDocument {
  document: StoredDocument;
  /** Description of its owner. */
  of: string;
  /** Null if it is not in the pack. */
  path: string | null;
  /** Why it is not in the pack. */
  absent: string | null;
}

/** A record whose audit events the pack includes. */
export interface EventTarget {
  type: string;
  id: string;
}

/** What is recorded about a person outside their own record. */
export interface SubjectElsewhere {
  roles: {
    of: string;
    roles: string[];
    directPercent: string | null;
    validFrom: string;
    validTo: string | null;
  }[];
  activities: { reference: string; name: string; capacity: Capacity; status: ActivityStatus }[];
}

/** Contents of a pack except the documents' files and the audit log. */
export interface PackRecords {
  cover: PackCover;
  activity: {
    record: Omit<Activity, 'transitions' | 'progress'>;
    /** The facts frozen at completion; null while the activity is open. */
    snapshot: unknown;
    assessments: PackedAssessment[];
  } | null;
  clients: ClientPackRecords[];
  requests: PackedRequest[];
  alerts: PackedAlert[];
  /** In a pack for the person themselves: where else they are on record. */
  elsewhere: SubjectElsewhere | null;
  documents: PackedDocument[];
  events: EventTarget[];
}
