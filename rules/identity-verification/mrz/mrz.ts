import { parse } from 'mrz';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import {
  longDocumentNumber,
  type MrzCheck,
  type MrzCheckName,
  type MrzFormat,
  verifyCheckDigits,
} from './check-digits.ts';
import { type MrzBirthDate, readBirthDate, readExpiryDate } from './dates.ts';

/** Fields of the MRZ of a passport or identity card. */
export type MachineReadableZone = {
  format: MrzFormat;
  /** The lines as read: 44, 36 or 30 characters each. */
  lines: string[];
  /** "P" for a passport, "I", "A" or "C" for a card. */
  documentCode: string;
  /** Issuer code as printed; some are not country codes (D for Germany, UTO for specimens). */
  issuer: string;
  nationality: string;
  documentNumber: string;
  /** Words separated by one space; empty for a mononym, which is in `familyName`. */
  familyName: string;
  givenNames: string;
  /** The names fill their field, so they may be truncated. */
  mayBeTruncated: boolean;
  birthDate: MrzBirthDate;
  sex: 'F' | 'M' | 'X';
  /** Null for a card that does not expire. */
  expiresOn: CalendarDate | null;
  checks: MrzCheck[];
  /** Corrections of letters and digits where only the other is possible: "line 2, character 14: O read as 0". */
  corrections: string[];
};

export type MrzReading =
  | { ok: true; zone: MachineReadableZone }
  /** `checks` where the lines could be read so far, to show which digit fails. */
  | { ok: false; problems: string[]; checks: MrzCheck[] };

const checkNames: Record<MrzCheckName, string> = {
  documentNumber: 'document number',
  birthDate: 'date of birth',
  expiryDate: 'expiry date',
  optionalData: 'personal number or optional data',
  composite: 'whole line',
};

/** More than three lines of any format with spaces; longer strings are rejected before parsing. */
const maxInputLength = 400;

function rejected(problem: string, checks: MrzCheck[] = []): MrzReading {
  return { ok: false, problems: [problem], checks };
}

function getLines(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toUpperCase()
      // Keyboards and scanners that mean the filler.
      .replace(/[«‹〈]/g, '<')
      .split(/[\r\n]+/)
      .map((line) => line.replace(/[\s\p{Z}]/gu, ''))
      .filter((line) => line !== '')
  );
}

/** Joins the lines and splits them again, for pasted text without line breaks. */
function recut(lines: string[]): string[] {
  const joined = lines.join('');
  const shapes: Record<number, number> = { 88: 44, 72: 36, 90: 30 };
  const width = shapes[joined.length];
  if (lines.length !== 1 || width === undefined) return lines;
  return joined.match(new RegExp(`.{${width}}`, 'g')) ?? lines;
}

function shapeProblem(lines: string[]): string | undefined {
  const [count, lengths] = [lines.length, lines.map(({ length }) => length)];
  const isShape = (lineCount: number, lineLength: number) =>
    count === lineCount && lengths.every((length) => length === lineLength);
  if (isShape(2, 44) || isShape(2, 36) || isShape(3, 30)) return undefined;
  if (count === 2 && lengths.every((length) => length > 36)) {
    const at = lengths.findIndex((length) => length !== 44);
    return `Line ${at + 1} of a passport has 44 characters. You entered ${lengths[at]}. Count the “<” at its end.`;
  }
  return 'Enter both lines at the foot of the passport page (44 characters each), or the three lines of a card (30 each).';
}

function nameWords(field: string): { familyName: string; givenNames: string } {
  const [family = '', ...given] = field.replace(/<+$/, '').split('<<');
  const words = (text: string) => text.split('<').filter(Boolean).join(' ');
  return { familyName: words(family), givenNames: words(given.join('<')) };
}

const nameFields: Record<MrzFormat, { line: number; from: number }> = {
  TD3: { line: 0, from: 5 },
  TD2: { line: 0, from: 5 },
  TD1: { line: 2, from: 0 },
};

type ParsedLines = ReturnType<typeof parse>;
type Correction = ParsedLines['details'][number]['autocorrect'][number];

/** Error in the lines as typed, before parsing. */
function typingProblem(typed: string[]): string | undefined {
  if (typed.length === 0) return 'Enter the lines at the foot of the passport page.';
  const other = typed.join('').match(/[^A-Z0-9<]/u);
  if (other !== null) return `The lines hold letters A to Z, digits and “<” only. Remove “${other[0]}”.`;
  const problem = shapeProblem(typed);
  if (problem !== undefined) return problem;
  return typed[0]?.startsWith('V') ? 'This is a visa. Enter the lines of the passport it is in.' : undefined;
}

/** Corrections without duplicates: both names are read from one field, so its corrections are reported twice. */
function uniqueCorrections(details: ParsedLines['details']): Correction[] {
  const byPlace = details
    .flatMap(({ autocorrect }) => autocorrect)
    .map((correction) => [`${correction.line}:${correction.column}`, correction] as const);
  return [...new Map(byPlace).values()];
}

function applyCorrections(typed: string[], corrections: readonly Correction[]): string[] {
  return typed.map((line, at) =>
    corrections
      .filter((correction) => correction.line === at)
      .reduce(
        (text, { column, corrected }) => text.slice(0, column) + corrected + text.slice(column + 1),
        line,
      ),
  );
}

/** Text of a field in the corrected lines, including fillers. */
type ReadPart = (
  field: 'issuingState' | 'nationality' | 'birthDate' | 'sex' | 'expirationDate' | 'documentNumber',
) => string;

function createReadPart(details: ParsedLines['details'], lines: readonly string[]): ReadPart {
  return (field) => {
    const range = details.find((detail) => detail.field === field)?.ranges[0];
    return range === undefined ? '' : (lines[range.line]?.slice(range.start, range.end) ?? '');
  };
}

function checkDigitProblem({ name, line, position, found, expected }: MrzCheck): string {
  return `The check digit of the ${checkNames[name]} does not agree (line ${line}, character ${position} is “${found}”, by the rest it should be “${expected}”). Check that part letter by letter.`;
}

/** MRZ of parsed and corrected lines, or all errors in them. */
function readZone(
  format: MrzFormat,
  { lines, part, corrections }: { lines: string[]; part: ReadPart; corrections: string[] },
  on: CalendarDate,
): MrzReading {
  const checks = verifyCheckDigits(format, lines);
  const problems = checks.filter(({ passed }) => !passed).map(checkDigitProblem);
  const birthDate = readBirthDate(part('birthDate'), on);
  if (birthDate.kind === 'impossible')
    problems.push(
      'The date of birth is no day on which someone alive today was born. Check it against the page.',
    );
  const expiresOn = readExpiryDate(part('expirationDate'));
  if (expiresOn === undefined) problems.push('The expiry date is no real day. Check it against the page.');
  const nameField = nameFields[format];
  const rawName = lines[nameField.line]?.slice(nameField.from) ?? '';
  const names = nameWords(rawName);
  if (names.familyName === '')
    problems.push('There is no name in these lines. Check the line that holds it.');
  const sex = part('sex');
  if (!/^[MFX<]$/.test(sex))
    problems.push('The letter for the sex is M, F, X or “<”. Check it against the page.');
  if (problems.length > 0 || expiresOn === undefined) return { ok: false, problems, checks };

  return {
    ok: true,
    zone: {
      format,
      lines,
      documentCode: (lines[0]?.slice(0, 2) ?? '').replaceAll('<', ''),
      issuer: part('issuingState').replaceAll('<', ''),
      nationality: part('nationality').replaceAll('<', ''),
      documentNumber: (longDocumentNumber(format, lines)?.number ?? part('documentNumber')).replaceAll(
        '<',
        '',
      ),
      ...names,
      mayBeTruncated: !rawName.endsWith('<'),
      birthDate,
      sex: sex === 'F' || sex === 'M' ? sex : 'X',
      expiresOn,
      checks,
      corrections,
    },
  };
}

/**
 * Reads the machine-readable zone of a passport (TD3) or an identity card (TD1, TD2), typed, pasted or scanned. `on`:
 * today, to determine the century of birth. The mrz package provides the layout and the confusions of O and 0; every check
 * digit is verified here, and a failing zone is rejected with the name of that digit. Never throws. Source: ICAO Doc 9303-3
 * to 9303-6.
 */
export function readMrz(text: string, on: CalendarDate): MrzReading {
  if (text.length > maxInputLength)
    return rejected('That is too long. Enter the lines of “<” and letters alone.');
  const typed = recut(getLines(text));
  const problem = typingProblem(typed);
  if (problem !== undefined) return rejected(problem);

  let parsed: ParsedLines;
  try {
    parsed = parse(typed, { autocorrect: true });
  } catch {
    return rejected('These lines are of no passport or identity card that can be read. Check them.');
  }
  const { format, details } = parsed;
  if (format !== 'TD1' && format !== 'TD2' && format !== 'TD3')
    return rejected('Lines of this kind cannot be read. Enter what is printed on the document manually.');

  const corrected = uniqueCorrections(details);
  const lines = applyCorrections(typed, corrected);
  const corrections = corrected.map(
    ({ line, column, original, corrected: read }) =>
      `Line ${line + 1}, character ${column + 1}: “${original}” was read as “${read}”.`,
  );
  return readZone(format, { lines, part: createReadPart(details, lines), corrections }, on);
}
