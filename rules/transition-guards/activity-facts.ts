import type { ActivityNoun } from '#rules/activity-noun.ts';
import type { Capacity } from '#rules/activity-types.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { PepStatus, RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { PropertyDates } from '#rules/dates/property-delay.ts';
import type { Outdated } from '#rules/decisions/decision-facts.ts';
import type { ServiceCode } from '#rules/firm/captured-services.ts';
import type { DelayBasis, DelayedSide } from '#rules/firm/cdd-delay.ts';
import type { NonCooperation } from '#rules/firm/non-cooperation.ts';
import type { PropertyArrangement } from '#rules/firm/property-arrangement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { AssessmentStatus } from '#rules/lifecycles/risk.ts';
import type { PepOf, PepOffice } from '#rules/pep.ts';
import type { Coverage } from '#rules/source-of-funds/coverage.ts';
import type { SanctionWithPermits } from './sanctions.ts';

export type ActivityPartyFacts = {
  clientId: string;
  name: string;
  capacity: Capacity;
  /** Blockers of dealing with the client: everything that `activationBlockers` of client-status.ts returns. */
  outstanding: readonly Blocker[];
  /** Whether CDD on the client cannot be completed, so that there is nothing left to follow. */
  isUnable?: boolean;
  pepStatus: PepStatus;
  pepOf?: PepOf | null;
  pepOffice?: PepOffice | null;
  /** Level of the client's own risk. */
  riskLevel?: RiskLevel | null;
  /** Whether a rule requires CDD on another party, as in a property sale (AU). Customers always require it. */
  mustVerify?: boolean;
  /** Laws that require it of another party; Australia's if absent. */
  requiredBy?: readonly Jurisdiction[];
  /** The provision by which the party's rules require verified source of funds; null if they do not. */
  fundsProvision?: string | null;
  /** Of an entity created or restructured: whether its owners and directors, or those of its trust, are on record. */
  hasRelated?: boolean;
  /** Record of another party who does not cooperate with CDD (AU Rules 6-33). */
  nonCooperation?: NonCooperation | null;
  /** Arrangement with another participant of the sale on whose CDD the company relies (AU Rules 6-33). */
  arrangement?: PropertyArrangement | null;
};

/** Due date, basis and side of delayed CDD, and whether it is approved: without an approval it has no effect. */
export type DelayedCdd = { basis: DelayBasis; side: DelayedSide; dueOn: CalendarDate; isApproved: boolean };

/** `fields` as entered; a blank text is no text. `assessmentStatus`, `assessmentId`: of the activity's current assessment, null without one. */
export type ActivityReviewFacts = {
  fields: {
    name: string | null;
    activityType: string | null;
    capturedService: string | null;
    nature: string | null;
    purpose: string | null;
  };
  /** Codes of the captured services, and whether the company's sectors have any. */
  services: readonly ServiceCode[];
  offersServices: boolean;
  /** Why the work is no designated service in Australia, as recorded before there were grounds; null otherwise. */
  formerNoServiceReason: string | null;
  parties: readonly ActivityPartyFacts[];
  assessmentStatus: AssessmentStatus | null;
  assessmentId: string | null;
  /** Facts that changed since the assessment and the outcome relied on them; null where none did. */
  assessmentOutdatedBy: Outdated | null;
  outcomeOutdatedBy: Outdated | null;
  /** Null as well once it is outdated. */
  outcome: 'approved' | 'declined' | null;
  /** The company's term for an activity. */
  noun: ActivityNoun;
  /** The laws that the work comes under: of the company, not ended for it, and without a ground on record why the work is outside. */
  jurisdictions: readonly Jurisdiction[];
};

export type ActivityCompletionFacts = ActivityReviewFacts & {
  /** Set if CDD may be delayed; in date up to and including `dueOn`. */
  delayedCdd?: DelayedCdd | null;
  /** Exchange and settlement of a sale of property. */
  propertyDates?: PropertyDates;
  /** Final level of the activity's assessment. */
  riskLevel: RiskLevel | null;
  assessmentProhibited: boolean;
  seniorManagerApproved: boolean;
  /** Coverage of the activity's value by its own lines of source of funds; null if it has none. */
  funds?: Coverage | null;
  /** Confirmed sanctions matches of the parties and of those related to them. */
  sanctions: readonly SanctionWithPermits[];
  /** The laws whose sanctions bind the company, if they are more than `jurisdictions`. */
  sanctionsLaws?: readonly Jurisdiction[];
  /** Whether New Zealand's law takes the work for a real estate agent's; null if no captured activity tells. */
  isAgencyWorkNz?: boolean | null;
  /** Whether the law prohibits the cash that is expected. */
  isCashProhibited?: boolean;
  on: CalendarDate;
};
