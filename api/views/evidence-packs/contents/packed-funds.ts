import type { FundsCoverage, FundsLine } from '#contract/cdd/funds-lines.ts';

/** Source of funds and wealth of a client. */
export interface PackedFunds {
  lines: FundsLine[];
  coverage: FundsCoverage[];
}
