/** Digit that brings a weighted sum to a multiple of ten. */
function checkDigit(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return String((10 - (sum % 10)) % 10);
}

const serial = (number: number, length: number) => String(number).padStart(length, '0');

/** A New Zealand Business Number with a valid check digit (GS1), from an unallocated range. */
export function nzbnFor(number: number): string {
  const digits = `94299${serial(9_000_000 + number, 7)}`;
  return `${digits}${checkDigit(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3])}`;
}

/** A New Zealand company number, longer than any allocated one. */
export function companyNumberFor(number: number): string {
  return serial(99_000_000 + number, 8);
}

/** An Australian Company Number with a valid check digit, from an unallocated range. */
export function acnFor(number: number): string {
  const digits = `99${serial(number, 6)}`;
  return `${digits}${checkDigit(digits, [8, 7, 6, 5, 4, 3, 2, 1])}`;
}

/** The Australian Business Number that ends in these nine digits; a company's are its ACN. */
export function abnEndingIn(nine: string): string {
  const rest = [3, 5, 7, 9, 11, 13, 15, 17, 19].reduce(
    (total, weight, place) => total + weight * Number(nine[place]),
    0,
  );
  for (let front = 10; front < 100; front += 1) {
    if (((Math.floor(front / 10) - 1) * 10 + (front % 10) + rest) % 89 === 0) return `${front}${nine}`;
  }
  throw new Error(`No ABN ends in ${nine}`);
}

/** Whether the weighted sum of an ABN's digits, with 1 subtracted from the first, is a multiple of 89. */
export function isAbn(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  return (weights.reduce((total, weight, place) => total + weight * Number(text[place]), 0) - 10) % 89 === 0;
}

/** Whether an ACN's check digit is valid. */
export function isAcn(text: string): boolean {
  return /^\d{9}$/.test(text) && checkDigit(text, [8, 7, 6, 5, 4, 3, 2, 1]) === text[8];
}

/** Whether an NZBN's check digit is valid. */
export function isNzbn(text: string): boolean {
  return /^94\d{11}$/.test(text) && checkDigit(text, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) === text[12];
}
