import type { CappedCount } from '#contract/clients.ts';

const figures = new Intl.NumberFormat('en-NZ');

/** "1,234", and "more than 10,000" where counting stopped. */
export function countInWords({ count, capped }: CappedCount): string {
  return capped ? `more than ${figures.format(count)}` : figures.format(count);
}
