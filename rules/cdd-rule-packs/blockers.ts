import type { Blocker } from '#rules/resolution-targets.ts';
import type { AssessedClient } from './engine.ts';

/**
 * Requirements that are outstanding, as blockers: the same texts on the page and in the API's 422. What may follow the start of the
 * relationship is outstanding and blocks nothing.
 */
export function missingBlockers({ items }: Pick<AssessedClient, 'items'>): Blocker[] {
  return items
    .filter(({ settled, mayFollow }) => !settled && !mayFollow)
    .map(({ code, text, provision, fix }) => ({ code, text, provision, fix }));
}

/**
 * What the rules themselves put in the way of taking a client on: a senior manager's approval that is not there. What a sanctions match
 * prohibits is by the list, not by the client: `sanctionsBlockers` of guards/sanctions.ts. An approved assessment is looked for by the guards, which know when it is not needed.
 */
export function ruleBlockers({ guards }: Pick<AssessedClient, 'guards'>): Blocker[] {
  return guards
    .filter(({ kind, settled }) => !settled && kind !== 'approvedAssessment')
    .map(({ kind, text, provision, fix }) => ({ code: `rule.${kind}`, text, provision, fix }));
}
