const twoDecimals = new Intl.NumberFormat('en-NZ', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholeUnits = new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 0 });

/** An amount in minor units without its currency: 1,250.00. */
export function formatAmount(minorUnits: number): string {
  return twoDecimals.format(minorUnits / 100);
}

/**
 * An amount in minor units with the code of its currency: NZD 1,250.00. The code, because a dollar sign names neither of the two
 * currencies in use.
 *
 * @param options.cents `ifAny` leaves out the cents of a whole amount: NZD 1,250.
 */
export function formatMoney(
  minorUnits: number,
  currency: string,
  { cents = 'always' }: { cents?: 'always' | 'ifAny' } = {},
): string {
  const isWhole = cents === 'ifAny' && minorUnits % 100 === 0;
  return `${currency} ${isWhole ? wholeUnits.format(minorUnits / 100) : formatAmount(minorUnits)}`;
}
