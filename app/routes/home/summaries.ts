import type { CappedCount } from '#contract/clients/client-record.ts';
import { formatCount } from '../../components/table.tsx';

const isOne = ({ count, capped }: CappedCount) => count === 1 && !capped;

/** "1 fully submitted request." or "4 fully submitted requests, oldest first." */
export function submittedRequestsSummary(total: CappedCount): string {
  return isOne(total)
    ? '1 fully submitted request.'
    : `${formatCount(total)} fully submitted requests, oldest first.`;
}

/** The member's own clients in onboarding, the first of which are listed. */
export function onboardingClientsSummary(total: CappedCount): string {
  return isOne(total)
    ? '1 client you are relationship owner of that is not yet active.'
    : `${formatCount(total)} clients you are relationship owner of that are not yet active, oldest first.`;
}
