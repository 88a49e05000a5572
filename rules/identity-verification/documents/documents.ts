import {
  addDays,
  addMonths,
  type CalendarDate,
  compareDates,
  formatDate,
} from '#rules/dates/calendar-dates.ts';
import type { Assurance } from '#rules/identifiers/check-result.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { checkDocumentField, type DocumentInput, documentFieldLabel } from './fields.ts';
import {
  type DocumentFieldName,
  type IdentityDocumentType,
  identityDocumentTypes,
} from './identity-document-types.ts';

/** Valid document: every field in its stored form. */
export type CheckedDocument = {
  type: IdentityDocumentType;
  /** Alpha-3. */
  issuer: string;
  values: DocumentInput;
  /** Last day of validity, from whichever field has it. */
  expiresOn: CalendarDate | null;
  /** Extent of the number check; null without a number. */
  assurance: Assurance | null;
  /** Warning to review; does not block. */
  warnings: { field: DocumentFieldName; message: string }[];
  /** Missing fields that the issuer's check needs: the document can be sighted, but not checked. */
  missingForIssuer: DocumentFieldName[];
};

export type DocumentProblem = { field: DocumentFieldName; message: string };

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function endOfMonth(month: string): CalendarDate {
  return addDays(addMonths(`${month}-01`, 1), -1);
}

/** Fields that Australian registries need for certificates that New Zealand's find without a number. */
const australianNeeds: Partial<Record<IdentityDocumentType, readonly DocumentFieldName[]>> = {
  birthCertificate: ['number', 'state'],
  citizenshipCertificate: ['number'],
  nameChange: ['number'],
};

/** Countries with their own document type, to be selected instead of the general one. */
const ownTypes: Partial<Record<IdentityDocumentType, Record<string, string>>> = {
  foreignPassport: {
    NZL: 'Select “New Zealand passport” for this one.',
    AUS: 'Select “Australian passport” for this one.',
  },
};

function problemsBetween(
  type: IdentityDocumentType,
  values: DocumentInput,
  on: CalendarDate,
): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const own = values.issuer === undefined ? undefined : ownTypes[type]?.[values.issuer];
  if (own !== undefined) problems.push({ field: 'issuer', message: own });
  for (const field of ['issuedOn', 'registrationDate', 'acquiredOn'] as const) {
    const date = values[field];
    if (date !== undefined && compareDates(date, on) > 0)
      problems.push({ field, message: 'Enter a date in the past.' });
  }
  if (values.registrationYear !== undefined && values.registrationYear > on.slice(0, 4))
    problems.push({ field: 'registrationYear', message: 'Enter a year in the past.' });
  const { issuedOn, expiresOn } = values;
  if (issuedOn !== undefined && expiresOn !== undefined && compareDates(expiresOn, issuedOn) <= 0)
    problems.push({
      field: 'expiresOn',
      message: 'Expiry date must be after the issue date.',
    });
  if (type === 'medicare' && values.cardColour !== undefined) {
    const isGreen = values.cardColour === 'green';
    if (isGreen && values.expiresMonth === undefined && expiresOn !== undefined)
      problems.push({
        field: 'expiresMonth',
        message: 'A green card shows a month and a year only. Enter them here.',
      });
    if (!isGreen && expiresOn === undefined && values.expiresMonth !== undefined)
      problems.push({
        field: 'expiresOn',
        message: 'A blue or yellow card shows a full date. Enter it here.',
      });
  }
  return problems;
}

/**
 * Validates a document as typed: each field, and fields against each other. Nothing is looked up; a valid number may not exist.
 * Fields that the type does not have are dropped. `on`: today in the company's time zone.
 */
export function checkDocument(
  type: IdentityDocumentType,
  given: DocumentInput,
  on: CalendarDate,
): { ok: true; document: CheckedDocument } | { ok: false; problems: DocumentProblem[] } {
  const definition = identityDocumentTypes[type];
  const problems: DocumentProblem[] = [];
  const warnings: CheckedDocument['warnings'] = [];
  const missingForIssuer: DocumentFieldName[] = [];
  const values: DocumentInput = {};
  let assurance: Assurance | null = null;
  for (const { name, need } of definition.fields) {
    const text = given[name];
    if (text === undefined || isBlank(text)) {
      const label = documentFieldLabel(type, name);
      if (need === 'required') problems.push({ field: name, message: `Enter this: ${label.toLowerCase()}.` });
      if (need === 'forIssuer') missingForIssuer.push(name);
      continue;
    }
    const check = checkDocumentField(type, name, text, given);
    if (!check.ok) {
      problems.push({ field: name, message: check.problem });
      continue;
    }
    values[name] = check.value;
    if (check.warning !== undefined) warnings.push({ field: name, message: check.warning });
    if (name === 'number') assurance = check.assurance ?? null;
  }
  problems.push(...problemsBetween(type, values, on));
  if (problems.length > 0) return { ok: false, problems };
  if (type === 'medicare' && values.expiresMonth === undefined && values.expiresOn === undefined)
    missingForIssuer.push(values.cardColour === 'green' ? 'expiresMonth' : 'expiresOn');
  if (values.issuer === 'AUS')
    missingForIssuer.push(...(australianNeeds[type] ?? []).filter((name) => values[name] === undefined));
  const issuer =
    definition.issuedBy === 'NZL' || definition.issuedBy === 'AUS' ? definition.issuedBy : undefined;
  return {
    ok: true,
    document: {
      type,
      issuer: issuer ?? values.issuer ?? '',
      values,
      expiresOn:
        values.expiresOn ?? (values.expiresMonth === undefined ? null : endOfMonth(values.expiresMonth)),
      assurance,
      warnings,
      missingForIssuer,
    },
  };
}

/** Returns true if an issuer can confirm this document: its own country's register, or the visa in a foreign passport. */
export function hasIssuerCheck({ type, issuer }: Pick<CheckedDocument, 'type' | 'issuer'>): boolean {
  const { issuerChecks } = identityDocumentTypes[type];
  return type === 'foreignPassport' || issuerChecks.some((country) => country === issuer);
}

/** Maximum visible characters of a number; short numbers show fewer, never more than a third. */
const maxVisible = 3;

/**
 * Masked number as stored and shown: its last characters, at most three and never more than a third, with a dot for each
 * other one. "LA123456" is "••••••56".
 */
export function maskNumber(value: string): string {
  const characters = [...value];
  const shown = Math.min(maxVisible, Math.floor(characters.length / 3));
  return '•'.repeat(characters.length - shown) + characters.slice(characters.length - shown).join('');
}

/**
 * Identifies a document across records, as input of a keyed digest: type family, issuer and number. The three passport types
 * share a family, so that a New Zealand passport is the same under its own and the general type. Null without a number.
 */
export function formatDocumentFingerprint({ type, issuer, values }: CheckedDocument): string | null {
  if (values.number === undefined) return null;
  const family = type.endsWith('Passport') ? 'passport' : type;
  const state = values.state === undefined ? '' : `-${values.state}`;
  // The individual reference number distinguishes the people on a family's Medicare card.
  const person = type === 'medicare' && values.person !== undefined ? `/${values.person}` : '';
  return `${family}:${issuer}${state}:${values.number}${person}`;
}

export type DocumentValidity = 'current' | 'expired' | 'withinGrace' | 'undated';

/**
 * Returns whether a document is usable on a day; its last day counts. AUSTRAC's former rules accepted an Australian
 * passport expired within two years (uncertain whether that still applies, so it is reported separately); no other expired
 * document is usable.
 */
export function documentValidity(
  { type, expiresOn }: { type: IdentityDocumentType; expiresOn: CalendarDate | null },
  on: CalendarDate,
  jurisdiction: Jurisdiction,
): DocumentValidity {
  if (expiresOn === null) return 'undated';
  if (compareDates(expiresOn, on) >= 0) return 'current';
  const hasGrace = jurisdiction === 'AUS' && type === 'auPassport';
  return hasGrace && compareDates(addMonths(expiresOn, 24), on) >= 0 ? 'withinGrace' : 'expired';
}

/** Validity of a document as the end of a sentence: "expires on 3 Mar 2028". */
export function formatDocumentValidity(expiresOn: CalendarDate | null, validity: DocumentValidity): string {
  if (expiresOn === null || validity === 'undated') return 'shows no expiry date';
  if (validity === 'current') return `expires on ${formatDate(expiresOn)}`;
  const expired = `expired on ${formatDate(expiresOn)}`;
  return validity === 'withinGrace' ? `${expired}, within two years` : expired;
}
