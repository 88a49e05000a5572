import {
  type IdentifierCheck,
  inGroups,
  invalidIdentifier,
  type Naming,
  readCharacters,
  weightedSum,
  wrongCheckDigit,
  wrongLength,
} from './check-result.ts';

const nzbnNaming: Naming = { article: 'An', name: 'NZBN' };
const nzbnWeights = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3];

/**
 * New Zealand Business Number: 13 digits that start with 94, a GS1 Global Location Number. Stored and shown as 13 digits.
 * Source: org-id.guide/list/NZ-NZBN; GS1 modulo-10 check digit.
 */
export function checkNzbn(text: string): IdentifierCheck {
  const read = readCharacters(text, nzbnNaming, 'digits');
  if (!read.ok) return read;
  const digits = read.characters;
  if (digits.length !== 13) return wrongLength(nzbnNaming, '13 digits and starts with 94', digits.length);
  if (!digits.startsWith('94')) {
    return invalidIdentifier(
      `An NZBN has 13 digits and starts with 94. Yours starts with ${digits.slice(0, 2)}.`,
    );
  }
  const check = (10 - (weightedSum(digits, nzbnWeights) % 10)) % 10;
  if (check !== Number(digits[12])) return wrongCheckDigit(nzbnNaming);
  return { ok: true, value: digits, display: digits, assurance: 'checkDigit' };
}

const companyNumberNaming: Naming = { article: 'A', name: 'New Zealand company number' };

/**
 * Companies Office number: up to 8 digits, without a published check digit. Stored without leading zeros, so that 0052 and 52
 * are one company.
 */
export function checkNzCompanyNumber(text: string): IdentifierCheck {
  const read = readCharacters(text, companyNumberNaming, 'digits');
  if (!read.ok) return read;
  const value = read.characters.replace(/^0+/, '');
  if (value.length > 8) {
    return value.length === 13 && value.startsWith('94')
      ? invalidIdentifier('That is an NZBN. Enter it as the NZBN, or enter the shorter company number.')
      : wrongLength(companyNumberNaming, '8 digits or fewer', value.length);
  }
  return { ok: true, value, display: value, assurance: 'formatOnly' };
}

const abnNaming: Naming = { article: 'An', name: 'ABN' };
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/**
 * Australian Business Number: 11 digits, modulo 89 after 1 is taken from the first. Shown as 51 824 753 556. Source:
 * abr.business.gov.au/Help/AbnFormat.
 */
export function checkAbn(text: string): IdentifierCheck {
  const read = readCharacters(text, abnNaming, 'digits');
  if (!read.ok) return read;
  const digits = read.characters;
  if (digits.length !== 11) return wrongLength(abnNaming, '11 digits', digits.length);
  if (digits.startsWith('0')) return invalidIdentifier('An ABN never starts with 0. Check the number.');
  // Taking 1 from the first digit takes that digit's weight from the sum.
  if ((weightedSum(digits, abnWeights) - 10) % 89 !== 0) return wrongCheckDigit(abnNaming);
  return { ok: true, value: digits, display: inGroups(digits, [2, 3, 3, 3]), assurance: 'checkDigit' };
}

const acnNaming: Naming = { article: 'An', name: 'ACN' };
const arbnNaming: Naming = { article: 'An', name: 'ARBN' };
const acnWeights = [8, 7, 6, 5, 4, 3, 2, 1];

function checkAsicNumber(text: string, naming: Naming): IdentifierCheck {
  const read = readCharacters(text, naming, 'digits');
  if (!read.ok) return read;
  const digits = read.characters;
  if (digits.length !== 9) return wrongLength(naming, '9 digits', digits.length);
  const check = (10 - (weightedSum(digits, acnWeights) % 10)) % 10;
  if (check !== Number(digits[8])) return wrongCheckDigit(naming);
  return { ok: true, value: digits, display: inGroups(digits, [3, 3, 3]), assurance: 'checkDigit' };
}

/** Australian Company Number: 9 digits, modulo 10. Shown as 004 085 616. Source: asic.gov.au. */
export function checkAcn(text: string): IdentifierCheck {
  return checkAsicNumber(text, acnNaming);
}

/** Australian Registered Body Number: the ACN's rule. Source: asic.gov.au. */
export function checkArbn(text: string): IdentifierCheck {
  return checkAsicNumber(text, arbnNaming);
}

/**
 * A company's ABN usually ends in its ACN. Returns a warning if both are valid and it does not, else undefined. Never an
 * error: companies keep an ABN from before their incorporation.
 */
export function abnAcnWarning(abn: string, acn: string): string | undefined {
  const checkedAbn = checkAbn(abn);
  const checkedAcn = checkAcn(acn);
  if (!checkedAbn.ok || !checkedAcn.ok || checkedAbn.value.endsWith(checkedAcn.value)) return undefined;
  return 'A company’s ABN usually ends with its ACN, and these do not agree. Check that both belong to this company.';
}

/** Identifiers of a client's record, by field name. */
export const clientIdentifierTypes = ['nzbn', 'nzCompanyNumber', 'abn', 'acn', 'arbn'] as const;

export type ClientIdentifierType = (typeof clientIdentifierTypes)[number];

export const clientIdentifierLabels: Record<ClientIdentifierType, string> = {
  nzbn: 'NZBN',
  nzCompanyNumber: 'NZ company number',
  abn: 'ABN',
  acn: 'ACN',
  arbn: 'ARBN',
};

/** Hint under the field. */
export const clientIdentifierHints: Record<ClientIdentifierType, string> = {
  nzbn: '13 digits, starting with 94',
  nzCompanyNumber: 'Up to 8 digits',
  abn: '11 digits',
  acn: '9 digits',
  arbn: '9 digits',
};

const checkers: Record<ClientIdentifierType, (text: string) => IdentifierCheck> = {
  nzbn: checkNzbn,
  nzCompanyNumber: checkNzCompanyNumber,
  abn: checkAbn,
  acn: checkAcn,
  arbn: checkArbn,
};

/**
 * Checks a typed identifier. Accepted: `value` is stored, `display` shown, `assurance` is the extent of the check (label it
 * "format valid", never "exists"). Rejected: `problem` is the field's error. Never throws.
 */
export function checkClientIdentifier(type: ClientIdentifierType, text: string): IdentifierCheck {
  return checkers[type](text);
}

/** Formats a stored identifier; an invalid one (from an older import) is returned unchanged. */
export function formatClientIdentifier(type: ClientIdentifierType, value: string): string {
  const check = checkers[type](value);
  return check.ok ? check.display : value;
}

/**
 * A stored identifier in a CSV file, with spaces between its groups, so that a spreadsheet takes it for a text and shortens no digits: the NZBN
 * as under the bars of its GS1 number, 9 429046 393920. A company number is short enough to be a number.
 */
export function formatExportedIdentifier(type: ClientIdentifierType, value: string): string {
  return type === 'nzbn' && checkNzbn(value).ok
    ? inGroups(value, [1, 6, 6])
    : formatClientIdentifier(type, value);
}
