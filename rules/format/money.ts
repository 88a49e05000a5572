const twoDecimals = new Intl.NumberFormat('en-NZ', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholeUnits = new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 0 });

/** Formats an amount in minor units without its currency: 1,250.00. */
export function formatAmount(minorUnits: number): string {
  return twoDecimals.format(minorUnits / 100);
}

/**
 * Formats an amount in minor units with its currency code: NZD 1,250.00. A dollar sign would be ambiguous between NZD and AUD.
 * @param options.cents `ifAny` omits the cents of a whole amount: NZD 1,250.
 */
export function formatMoney(
  minorUnits: number,
  currency: string,
  { cents = 'always' }: { cents?: 'always' | 'ifAny' } = {},
): string {
  const isWhole = cents === 'ifAny' && minorUnits % 100 === 0;
  return `${currency} ${isWhole ? wholeUnits.format(minorUnits / 100) : formatAmount(minorUnits)}`;
}
