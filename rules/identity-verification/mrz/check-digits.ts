/** Value of a character: 0–9 as digits, A–Z as 10–35, the filler `<` as 0. Source: ICAO Doc 9303-3, 4.9. */
export function characterValue(character: string): number {
  if (character === '<') return 0;
  const value = Number.parseInt(character, 36);
  if (Number.isNaN(value)) throw new RangeError('Not a character of a machine-readable zone');
  return value;
}

const weights = [7, 3, 1];

/** Check digit of a part of an MRZ: repeating weights 7, 3, 1, modulo 10. Source: ICAO Doc 9303-3, 4.9. */
export function mrzCheckDigit(text: string): number {
  return (
    [...text].reduce((sum, character, i) => sum + characterValue(character) * (weights[i % 3] ?? 0), 0) % 10
  );
}

export type MrzCheckName = 'documentNumber' | 'birthDate' | 'expiryDate' | 'optionalData' | 'composite';

export type MrzCheck = {
  name: MrzCheckName;
  passed: boolean;
  /** Check digit as read and as calculated. */
  found: string;
  expected: string;
  /** Position of the digit: line and character, both from 1. */
  line: number;
  position: number;
};

type Part = readonly [line: number, from: number, to: number];
type Layout = { name: MrzCheckName; over: readonly Part[]; digit: readonly [line: number, at: number] }[];

/** Line and character ranges from 0, ends exclusive. Source: ICAO Doc 9303-4 (TD3), 9303-5 (TD1), 9303-6 (TD2). */
const layouts: Record<MrzFormat, Layout> = {
  TD3: [
    { name: 'documentNumber', over: [[1, 0, 9]], digit: [1, 9] },
    { name: 'birthDate', over: [[1, 13, 19]], digit: [1, 19] },
    { name: 'expiryDate', over: [[1, 21, 27]], digit: [1, 27] },
    { name: 'optionalData', over: [[1, 28, 42]], digit: [1, 42] },
    {
      name: 'composite',
      over: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
      digit: [1, 43],
    },
  ],
  TD2: [
    { name: 'documentNumber', over: [[1, 0, 9]], digit: [1, 9] },
    { name: 'birthDate', over: [[1, 13, 19]], digit: [1, 19] },
    { name: 'expiryDate', over: [[1, 21, 27]], digit: [1, 27] },
    {
      name: 'composite',
      over: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
      digit: [1, 35],
    },
  ],
  TD1: [
    { name: 'documentNumber', over: [[0, 5, 14]], digit: [0, 14] },
    { name: 'birthDate', over: [[1, 0, 6]], digit: [1, 6] },
    { name: 'expiryDate', over: [[1, 8, 14]], digit: [1, 14] },
    {
      name: 'composite',
      over: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
      digit: [1, 29],
    },
  ],
};

export type MrzFormat = 'TD1' | 'TD2' | 'TD3';

/** Where the optional data after the document number starts and ends, on the number's line. */
const overflow: Partial<Record<MrzFormat, { line: number; from: number; to: number }>> = {
  TD1: { line: 0, from: 15, to: 30 },
  TD2: { line: 1, from: 28, to: 35 },
};

/**
 * A number of more than nine characters continues in the optional data of a card, with a filler in place of its check
 * digit; the digit is then the last character before the next filler. Source: ICAO Doc 9303-5, 4.2.2 note j; 9303-6.
 */
export function longDocumentNumber(
  format: MrzFormat,
  lines: readonly string[],
): { number: string; digit: string; line: number; at: number } | undefined {
  const place = overflow[format];
  const [check] = layouts[format];
  const line = place === undefined ? undefined : lines[place.line];
  if (place === undefined || line === undefined || check === undefined || line[check.digit[1]] !== '<')
    return undefined;
  const rest = line.slice(place.from, place.to).split('<')[0] ?? '';
  if (rest.length < 2) return undefined;
  const [first] = check.over;
  const start = first === undefined ? '' : line.slice(first[1], first[2]);
  return {
    number: start + rest.slice(0, -1),
    digit: rest.slice(-1),
    line: place.line,
    at: place.from + rest.length - 1,
  };
}

/**
 * All check digits of an MRZ. The one over a passport's optional data may be a filler if all of that data is. Detects any single
 * changed character except those whose values differ by ten (0 and A), and any transposition except of neighbours whose values
 * differ by five.
 */
export function verifyCheckDigits(format: MrzFormat, lines: readonly string[]): MrzCheck[] {
  const long = longDocumentNumber(format, lines);
  return layouts[format].map(({ name, over, digit: [digitLine, at] }) => {
    const text = over.map(([line, from, to]) => lines[line]?.slice(from, to) ?? '').join('');
    const isLong = name === 'documentNumber' && long !== undefined;
    const expected = String(
      // The check digit of a long number covers the number only, without the filler in its middle.
      mrzCheckDigit(isLong ? long.number : text),
    );
    const found = isLong ? long.digit : (lines[digitLine]?.[at] ?? '');
    const isEmpty = name === 'optionalData' && found === '<' && /^<*$/.test(text);
    return {
      name,
      passed: isEmpty || found === expected,
      found,
      expected,
      line: (isLong ? long.line : digitLine) + 1,
      position: (isLong ? long.at : at) + 1,
    };
  });
}
