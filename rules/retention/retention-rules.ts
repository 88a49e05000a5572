import type { DayZero } from '#rules/dates/clock-row.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';

/**
 * Kind of record that determines the retention period. `identity` also covers CDD and risk, with the analysis and the decisions;
 * `customerDocument` is a document provided by a customer about a service; `reliedOnCopy` a copy of another entity's CDD;
 * `relianceAssessment` the assessment of a reliance agreement; `creditCheck` a credit reporting body's response.
 */
export type RetainedKind =
  | 'identity'
  | 'transaction'
  | 'customerDocument'
  | 'reliedOnCopy'
  | 'relianceAssessment'
  | 'creditCheck'
  | 'suspicionReport'
  | 'programme';

/**
 * Event from which retention counts. `relationshipEnded`: or the occasional transaction is complete. `lastService`: the last designated
 * service. `useEnded`: it is no longer regularly used.
 */
export type RetentionEvent =
  | 'relationshipEnded'
  | 'transactionCompleted'
  | 'recordMade'
  | 'documentGiven'
  | 'lastService'
  | 'reportDecided'
  | 'useEnded';

export type RetentionRule = {
  years: number;
  provision: string;
  from: RetentionEvent;
  dayZero: DayZero;
  /** Provision by which the record must be deleted when the period ends; the company cannot retain it longer. */
  deletedBy?: string;
};

const forFive = (provision: string, from: RetentionEvent) =>
  ({ years: 5, provision, from, dayZero: 'after' }) satisfies RetentionRule;
const forSeven = (provision: string, from: RetentionEvent) =>
  ({ years: 7, provision, from, dayZero: 'after' }) satisfies RetentionRule;

/**
 * Minimum retention in years, by country; a kind that a country's law does not cover has no rule there. Sources: NZ ss49, 49A, 50, 51
 * (under NZ s49 the supervisor or the Police can require longer, for which there is a legal hold); AU ss107, 108, 111, 114, 114A, 116,
 * 35F. To be confirmed (retention AUS suspicionReport): that the record of an Australian report is one of analysis and decisions (s111), as no section names it.
 */
export const retentionRules = {
  NZL: {
    identity: forFive('NZ s50', 'relationshipEnded'),
    transaction: forFive('NZ s49', 'transactionCompleted'),
    customerDocument: forFive('NZ s51', 'relationshipEnded'),
    reliedOnCopy: forFive('NZ s50', 'relationshipEnded'),
    suspicionReport: forFive('NZ s49A', 'reportDecided'),
    programme: forFive('NZ s51', 'useEnded'),
  },
  AUS: {
    identity: forSeven('AU s111', 'relationshipEnded'),
    transaction: { ...forSeven('AU s107', 'recordMade'), dayZero: 'beginningOn' },
    customerDocument: forSeven('AU s108', 'documentGiven'),
    reliedOnCopy: forSeven('AU s114', 'lastService'),
    relianceAssessment: forSeven('AU s114A', 'recordMade'),
    creditCheck: { ...forSeven('AU s35F', 'lastService'), deletedBy: 'AU s35F' },
    suspicionReport: forSeven('AU s111', 'reportDecided'),
    programme: forSeven('AU s116', 'useEnded'),
  },
} as const satisfies Record<Jurisdiction, Partial<Record<RetainedKind, RetentionRule>>>;

/** Rule of one country's law for a kind of record; undefined if there is none. */
export function getRetentionRule(kind: RetainedKind, jurisdiction: Jurisdiction): RetentionRule | undefined {
  const rules: Partial<Record<RetainedKind, RetentionRule>> = retentionRules[jurisdiction];
  return rules[kind];
}

/**
 * Minimum retention in years by kind and jurisdiction. A record that both laws require is retained for the longer period;
 * one that only New Zealand requires for 5 years, wherever else the company is regulated.
 */
export function minRetentionYears(kind: RetainedKind, jurisdictions: readonly Jurisdiction[]): number {
  return Math.max(
    0,
    ...jurisdictions.map((jurisdiction) => getRetentionRule(kind, jurisdiction)?.years ?? 0),
  );
}

/**
 * Provision by which a record must be destroyed once its retention period ends; undefined if the company decides. A record required by New
 * Zealand law is destroyed as soon as practicable, unless another law requires it longer.
 */
export function deletionProvision(
  kind: RetainedKind,
  jurisdictions: readonly Jurisdiction[],
): string | undefined {
  const rules = jurisdictions.map((jurisdiction) => getRetentionRule(kind, jurisdiction));
  const deletedBy = rules.find((rule) => rule?.deletedBy !== undefined)?.deletedBy;
  return deletedBy ?? (jurisdictions.includes('NZL') && getRetentionRule(kind, 'NZL') ? 'NZ s54' : undefined);
}
