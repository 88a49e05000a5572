import type { Capacity } from '#rules/activity-types.ts';
import { isSanctionsItem } from '#rules/cdd-rule-packs/item-codes.ts';
import type { DesignatedService } from '#rules/firm/captured-services.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Blocker } from '#rules/resolution-targets.ts';

/** Where the other party of a brokered sale does not cooperate with CDD, and what is recorded instead. */
export const nonCooperationProvision = 'AU Rules 6-33(2), 6-33(3), 9-4A';

/**
 * What is on record of another party who does not cooperate: all steps taken, the difficulties met, and that a report was considered. The
 * consideration has no result here: everyone with access to the activity sees the record, which must not disclose whether there is a suspicion.
 */
export type NonCooperation = { steps: string; difficulties: string; reportConsidered: boolean };

/** Whether the law lets CDD on a party be deemed done: the other party alone, where Australian law applies and the sale is brokered. */
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

/** Whether a record has all that the law wants: without one of the parts it settles nothing. AU Rules 9-4A. */
export function isRecorded(record: NonCooperation | null | undefined): boolean {
  return (
    !!record && record.steps.trim() !== '' && record.difficulties.trim() !== '' && record.reportConsidered
  );
}

/**
 * What stays outstanding of a party whose CDD is deemed done. Sanctions laws stand beside the CDD that the Rules deem, and screening needs a
 * name alone: screening and undecided matches stay, as does a senior manager's approval. This is the stricter reading. AU Rules 6-33(2).
 */
export function outstandingIfDeemed<One extends Pick<Blocker, 'code'>>(outstanding: readonly One[]): One[] {
  return outstanding.filter(
    ({ code }) => isSanctionsItem(code) || code === 'client.matchesUndecided' || code.startsWith('rule.'),
  );
}
