import type { Capacity } from '#rules/activity-types.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { DesignatedService } from '#rules/firm/captured-services.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { isBesideCdd } from './beside-cdd.ts';

/** Provisions on another party of a brokered sale who does not cooperate with CDD, and the record required instead. */
export const nonCooperationProvision = 'AU Rules 6-33(2), 6-33(3), 9-4A';

/**
 * Record of another party who does not cooperate: all steps taken, the difficulties met, and that a report was considered. The result of
 * the consideration is excluded: everyone with access to the activity sees the record, which must not disclose whether there is a
 * suspicion.
 */
export type NonCooperation = { steps: string; difficulties: string; reportConsidered: boolean };

/**
 * Whether the law permits CDD on a party to be deemed complete: only for the other party, if Australian law applies and the sale is
 * brokered.
 */
export function allowsNonCooperation({
  capacity,
  designatedServiceAu,
  jurisdictions,
}: {
  capacity: Capacity;
  designatedServiceAu: DesignatedService | null;
  jurisdictions: readonly Jurisdiction[];
}): boolean {
  return capacity === 'otherParty' && designatedServiceAu === 'au.t5.1' && jurisdictions.includes('AUS');
}

/** Whether a record has all legally required parts; an incomplete one has no effect. AU Rules 9-4A. */
export function isRecorded(record: NonCooperation | null | undefined): boolean {
  return (
    !!record && record.steps.trim() !== '' && record.difficulties.trim() !== '' && record.reportConsidered
  );
}

/** Requirements that stay outstanding for a party whose CDD is deemed complete: those that concern the dealing. AU Rules 6-33(2). */
export const outstandingIfDeemed = <One extends Pick<Blocker, 'code'>>(outstanding: readonly One[]): One[] =>
  outstanding.filter(isBesideCdd);
