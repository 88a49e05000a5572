import { currentChecks } from './current-checks.ts';
import type { CheckFact } from './evidence.ts';

export type MachineResult = 'pass' | 'refer' | 'fail' | 'error';

export const machineResultLabels: Record<MachineResult, string> = {
  pass: 'Passed',
  refer: 'A person has to look',
  fail: 'Did not pass',
  error: 'Could not be checked',
};

/** What a check's answer is on the wire of domain 2: a source that was down did not run. */
export function checkResult({
  outcome,
  type,
}: Pick<CheckFact, 'outcome' | 'type'>): 'pass' | 'refer' | 'fail' | 'notRun' {
  switch (outcome) {
    case 'match':
      return 'pass';
    case 'source_unavailable':
      return 'notRun';
    case 'no_match':
      // A bureau that does not know somebody says little; an issuer that does not know its own document says much.
      return type === 'dataSource' ? 'refer' : 'fail';
    case 'document_error':
    case 'exception':
      return 'refer';
  }
}

/**
 * What the machine makes of all checks, apart from what a person decides. Null before anything has run.
 * - `fail`: an issuer does not know the document, or the face is not its holder's.
 * - `refer`: something is unclear, or not all of the rule is met.
 * - `error`: nothing speaks against the person, the rule is not met, and a source did not answer: run it again.
 * - `pass`: the rule is met and nothing speaks against it. A source that was down does not matter then.
 * `rulePassed`: of the rule that the company works by (evaluate.ts).
 */
export function machineResult(checks: readonly CheckFact[], rulePassed: boolean): MachineResult | null {
  const results = currentChecks(checks).map(checkResult);
  if (results.length === 0) return null;
  if (results.includes('fail')) return 'fail';
  if (results.includes('refer')) return 'refer';
  if (rulePassed) return 'pass';
  return results.includes('notRun') ? 'error' : 'refer';
}
