import type { Activity } from '#contract/activities.ts';
import type { Alert } from '#contract/alerts.ts';
import type { Assessment } from '#contract/assessments.ts';
import type { BusinessVerification } from '#contract/business-verifications.ts';
import type { Client } from '#contract/clients.ts';
import type { Diligence } from '#contract/diligence.ts';
import type { DocumentRequest } from '#contract/document-requests.ts';
import type { StoredDocument } from '#contract/documents.ts';
import type { PackChoice } from '#contract/evidence-packs.ts';
import type { Review } from '#contract/reviews.ts';
import type { Screening, ScreeningMatch } from '#contract/screenings.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import type { Capacity } from '#rules/activity-types.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';

/** What a pack says of itself. */
export interface PackCover {
  packId: string;
  scope: PackScope;
  scopeId: string;
  /** The client's name, or the activity's reference and name. */
  subject: string;
  company: { id: string; name: string; legalName: string | null; regulatedIn: string[]; timeZone: string };
  choice: PackChoice;
  /** The instant as at which everything was read. */
  asAt: string;
  madeBy: { name: string; role: string };
}

/** A party of a client, with what is known of who it is. */
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
  /** By the rules on the day, or because a person asks for it. */
  mustVerify: string[];
  verified: boolean;
  validFrom: string;
  validTo: string | null;
  recordedBy: string;
}

/** Where a fact about a client is known from, besides whoever entered it. */
export interface FieldSource {
  field: 'name' | 'dateOfBirth' | 'address' | 'registration';
  source: string;
  at: string;
}

export type PackedVerification = Omit<
  IndividualVerification,
  'moves' | 'linkToHandOver' | 'client' | 'documents' | 'nextTryAt'
> & {
  /** Of others that recorded the same document only how many: they are not what this pack is about. */
  documents: (Omit<IndividualVerification['documents'][number], 'sameDocumentClients'> & {
    sameDocumentElsewhere: number;
  })[];
};

export type PackedBusinessVerification = Omit<
  BusinessVerification,
  'moves' | 'registries' | 'client' | 'asking' | 'mustVerify'
> & { mustVerify: Pick<BusinessVerification['mustVerify'][number], 'name' | 'reasons' | 'client'>[] };

export type PackedAssessment = Omit<Assessment, 'moves' | 'earlier'>;
export type PackedRequest = Omit<DocumentRequest, 'moves' | 'link'>;

/** A screening with the matches that it was the first to find. */
export type PackedScreening = Omit<Screening, 'matches' | 'alertId' | 'clientId'> & {
  matches: ScreeningMatch[];
};

/** Everything about one client. */
export interface ClientDossier {
  client: Client;
  /** Of an activity's pack: in what capacity the client takes part. */
  capacity: Capacity | null;
  fieldSources: FieldSource[];
  diligence: Omit<Diligence, 'moves' | 'cddMoves'>;
  parties: PackedParty[];
  individualVerifications: PackedVerification[];
  businessVerifications: PackedBusinessVerification[];
  assessments: PackedAssessment[];
  screenings: PackedScreening[];
  reviews: Review[];
}

/** An alert with its end. */
export interface PackedAlert
  extends Pick<
    Alert,
    'id' | 'type' | 'severity' | 'status' | 'summary' | 'outcome' | 'reason' | 'assignee' | 'dueAt'
  > {
  openedAt: string;
}

/** A document, and where its bytes stand in the pack. */
export interface PackedDocument {
  document: StoredDocument;
  /** What it belongs to, in words. */
  of: string;
  /** Null where they are not in the pack. */
  path: string | null;
  /** Why they are not. */
  absent: string | null;
}

/** Of which records the audit trail's events are in the pack. */
export interface EventTarget {
  type: string;
  id: string;
}

/** Everything in a pack but the documents' bytes and the audit trail. */
export interface PackRecords {
  cover: PackCover;
  activity: {
    record: Omit<Activity, 'moves'>;
    /** The facts as they were at completion, as they were frozen; null while it is open. */
    snapshot: unknown;
    assessments: PackedAssessment[];
  } | null;
  clients: ClientDossier[];
  requests: PackedRequest[];
  alerts: PackedAlert[];
  documents: PackedDocument[];
  events: EventTarget[];
}
