import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { isSanctionsItem } from '#rules/cdd-rule-packs/item-codes.ts';

/**
 * Whether a requirement stays outstanding where the law deems CDD complete: sanctions screening, undecided matches and a senior manager's approval,
 * which concern the dealing itself. Sanctions laws apply independently of deemed CDD, and screening only needs a name. This is the stricter reading
 * of AU Rules 6-33.
 */
export const isBesideCdd = ({ code }: Pick<Blocker, 'code'>): boolean =>
  isSanctionsItem(code) || code === 'client.matchesUndecided' || code.startsWith('rule.');
