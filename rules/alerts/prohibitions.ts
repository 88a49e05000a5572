import { type Blocker, type Fix, fixTargetLabels } from './resolution-targets.ts';

/** Code of the blocker that a confirmed sanctions match sets. */
export const prohibitionCode = 'rule.prohibition';

/** Whether a blocker is a prohibition, which only withdrawing the decision on the match, or a permit, can resolve. */
export function isProhibition({ code }: Pick<Blocker, 'code'>): boolean {
  return code === prohibitionCode;
}

/** The next action under a prohibition: the reports that the law requires of the match, and the permits that lift it. */
export function prohibitionAction({ fix }: Pick<Blocker, 'fix'>): { text: string; fix: Fix } {
  const target = 'client.prohibition';
  return { text: fixTargetLabels[target], fix: { ...fix, target } };
}
