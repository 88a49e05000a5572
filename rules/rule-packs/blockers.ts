import type { Blocker } from '#rules/fix-targets.ts';
import type { AssessedClient } from './engine.ts';

/** Things that the law wants and that are not there, as blockers: the same texts on the page and in the API's 422. */
export function missingBlockers({ items }: Pick<AssessedClient, 'items'>): Blocker[] {
  return items
    .filter(({ settled }) => !settled)
    .map(({ code, text, provision, fix }) => ({ code, text, provision, fix }));
}

/**
 * What the rules themselves put in the way of taking a client on or of an activity: prohibitions, and a senior manager's approval
 * that is not there. An approved assessment is looked for by the guards, which know when it is not needed.
 */
export function ruleBlockers({ guards }: Pick<AssessedClient, 'guards'>): Blocker[] {
  return guards
    .filter(({ kind, settled }) => !settled && kind !== 'approvedAssessment')
    .map(({ kind, text, provision, fix }) => ({ code: `rule.${kind}`, text, provision, fix }));
}

/** Whether a blocker is a rule's prohibition, which nothing that a person does can settle. */
export function isProhibition({ code }: Blocker): boolean {
  return code === 'rule.prohibition';
}
