import { currentChecks } from './current-checks.ts';
import type { CheckFact } from './evidence.ts';

export type MachineResult = 'pass' | 'refer' | 'fail' | 'error';

export const machineResultLabels: Record<MachineResult, string> = {
  pass: 'Pass',
  refer: 'Refer',
  fail: 'Fail',
  error: 'Error',
};

/** Result of a check on the wire: an unavailable source did not run. */
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
      // A bureau not knowing a person proves little; an issuer not knowing its own document proves much.
      return type === 'dataSource' ? 'refer' : 'fail';
    case 'document_error':
    case 'exception':
      return 'refer';
  }
}

/**
 * Automated result of all checks, separate from the reviewer decision. Null before any check.
 * - `fail`: an issuer does not know the document, or the face is not its holder's.
 * - `refer`: something is unclear, or the rule is not fully met.
 * - `error`: nothing contradicts, the rule is not met, and a source was unavailable: rerun it.
 * - `pass`: the rule is met and nothing contradicts. An unavailable source does not matter then.
 * `rulePassed`: of the company's rule (evaluate.ts).
 */
export function machineResult(checks: readonly CheckFact[], rulePassed: boolean): MachineResult | null {
  const results = currentChecks(checks).map(checkResult);
  if (results.length === 0) return null;
  if (results.includes('fail')) return 'fail';
  if (results.includes('refer')) return 'refer';
  if (rulePassed) return 'pass';
  return results.includes('notRun') ? 'error' : 'refer';
}
