import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { AssessedClient } from './engine.ts';

/**
 * Outstanding requirements as blockers: the same texts on the page and in the API's 422. Requirements that may follow the start of
 * the relationship are outstanding and block nothing.
 */
export function missingBlockers({ items }: Pick<AssessedClient, 'items'>): Blocker[] {
  return items
    .filter(({ settled, mayFollow }) => !settled && !mayFollow)
    .map(({ code, text, provision, fix }) => ({ code, text, provision, fix }));
}

/**
 * Blockers of onboarding a client set by the rules: a missing approval by a senior manager. Prohibitions by a sanctions match depend on the
 * list, not on the client: `sanctionsBlockers` of transition-guards/sanctions.ts. An approved assessment is checked by the guards, which
 * know when it is not needed.
 */
export function ruleBlockers({ guards }: Pick<AssessedClient, 'guards'>): Blocker[] {
  return guards
    .filter(({ kind, settled }) => !settled && kind !== 'approvedAssessment')
    .map(({ kind, text, provision, fix }) => ({ code: `rule.${kind}`, text, provision, fix }));
}
