import type { AlertResourceType, AlertType } from '#rules/alerts/alert-types.ts';
import type { RefreshCause } from '#rules/clients/client-refresh.ts';
import type { ClientStatus } from '#rules/clients/client-types.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';

/**
 * Events that areas emit for the areas above them, with their payloads. Reactions are listed in `api/consequences.ts`,
 * which does not compile while an event has no line there.
 */
export interface Emitted {
  /** Newly opened alerts, each for a new cause. */
  'alert.opened': readonly {
    type: AlertType;
    resourceType: AlertResourceType;
    resourceId: string;
    summary: string;
    dedupeKey: string;
  }[];
  /** Alerts of a member: opened for their record, assigned or escalated to them. */
  'alert.assigned': readonly {
    alertId: string;
    memberId: string;
    type: AlertType;
    isEscalated: boolean;
  }[];
  /** A client's risk assessment was approved, by a senior manager or another person. */
  'assessment.approved': { assessmentId: string; clientId: string; bySeniorManager: boolean };
  /** A risk assessment was returned to the member who assessed. */
  'assessment.returned': {
    memberId: string;
    assessmentId: string;
    resourceType: ResourceType;
    resourceId: string;
  };
  /** A client was sent for approval. `approverIds`: the members other than its sender who can approve it. */
  'client.sentForApproval': { clientId: string; approverIds: readonly string[] };
  /** A client in review was returned to the member who sent it. */
  'client.returned': { clientId: string; memberId: string };
  /** Facts of an activity changed on which decisions about it rely, by name. */
  'activity.factsChanged': { activityId: string; facts: readonly string[] };
  /** A country list or facts of the company changed, on which the level of CDD of all its clients depends. `cause`: what changed, in words. */
  'company.rulesChanged': { cause: string };
  /** A client beyond draft, its parties or its verifications changed. */
  'client.changed': { clientId: string };
  /**
   * What a client is identified by became another one, or its spelling was corrected (`isSpelling`). `isOther`: not only a first birth date was
   * entered.
   */
  'client.identityChanged': {
    clientId: string;
    name: string;
    /** What changed, in words. */
    what: string;
    isOther: boolean;
    isSpelling: boolean;
  };
  /** A verification of a client was decided or cancelled. */
  'verification.decided': { clientId: string };
  /**
   * What an approval of a client relies on changed: its type, or a related party. `subject`: of what the change is, once per open review.
   */
  'client.basisChanged': {
    clientId: string;
    cause: RefreshCause;
    subject: string;
    /** What changed, in a sentence. */
    text: string;
  };
  /** A match was confirmed, and no alert about a raised risk was opened for it. */
  'match.confirmed': { clientId: string; matchId: string };
  /**
   * Someone became known as a politically exposed person, or as one of another kind. `isReviewed`: another event already triggers a
   * review of this client itself.
   */
  'pep.confirmed': { clientId: string; name: string; kind: string; isReviewed: boolean };
  /** A known PEP, or someone with a confirmed sanctions match (`sanctions`), became a related party of a client that counts for its CDD. */
  'party.exposed': {
    clientId: string;
    personId: string;
    name: string;
    pepKind: string | null;
    sanctions: boolean;
  };
  /**
   * A confirmed sanctions match came to count for a client and for those above it, or a permit no longer lifts it. `cause`: the id of the
   * match, the party or the permit.
   */
  'client.prohibited': {
    clientId: string;
    cause: string;
    because: 'match' | 'permitEnded' | 'permitWithdrawn';
  };
  /** A submitted item of a document request was accepted as evidence of a verification. */
  'evidence.accepted': RequestEvidence & {
    recipient: string;
    /** The recorded identity document, such as "New Zealand passport ••••••56". */
    document: string | null;
  };
  /** Accepted evidence was withdrawn before the verification was decided. */
  'evidence.withdrawn': RequestEvidence & { documentsRemoved: number };
  'client.transitioned': { clientId: string; to: ClientStatus };
}

/** An item of a document request as evidence of a verification. */
interface RequestEvidence {
  verification: { kind: 'individual' | 'business'; id: string };
  clientId: string;
  requestId: string;
  /** The item's label. */
  item: string;
  /** What happened, as sentences for display. */
  text: string;
}

export type EmittedName = keyof Emitted;
