import { type AustralianState, australianStates, isCountry } from '#rules/countries.ts';
import { isCalendarDate, parseDateInput } from '#rules/dates/calendar-dates.ts';
import {
  auLicenceHints,
  checkAuDriverLicence,
  checkAuLicenceCard,
} from '#rules/identifiers/australian-licences.ts';
import type { Assurance, IdentifierCheck } from '#rules/identifiers/check-result.ts';
import {
  checkDocumentNumber,
  checkImmiCard,
  checkMedicare,
  checkMedicarePerson,
  checkNzDriverLicence,
  checkNzDriverLicenceVersion,
  checkPassport,
} from '#rules/identifiers/personal-documents.ts';
import { normaliseName } from '#rules/name-matching/name-normalisation.ts';
import { problemWithText } from '#rules/text-safety.ts';
import type { DocumentFieldName, IdentityDocumentType } from './identity-document-types.ts';

/** Typed values by field; an omitted or blank field counts as missing. */
export type DocumentInput = Partial<Record<DocumentFieldName, string>>;

export type FieldCheck =
  | { ok: true; value: string; display: string; assurance?: Assurance; warning?: string }
  | { ok: false; problem: string };

/** Gender as in passports; required by the issuer of Australian passports. */
const passportGenders = ['F', 'M', 'X'] as const;
const medicareColours = ['green', 'blue', 'yellow'] as const;

export const documentFieldLabels: Record<DocumentFieldName, string> = {
  number: 'Number',
  version: 'Version (5b)',
  cardNumber: 'Card number',
  state: 'Issuing state or territory',
  issuer: 'Issuing country',
  expiresOn: 'Expires on',
  expiresMonth: 'Valid to (month and year)',
  issuedOn: 'Issued on',
  gender: 'Sex, as in the passport',
  person: 'Number before the name on the card',
  cardColour: 'Colour of the card',
  nameOnCard: 'Name exactly as on the card',
  registrationYear: 'Year of registration',
  registrationDate: 'Date of registration',
  certificateNumber: 'Certificate number',
  acquiredOn: 'Date of acquisition',
  previousGivenNames: 'Given names before the change',
  previousFamilyName: 'Family name before the change',
};

const numberLabels: Partial<Record<IdentityDocumentType, string>> = {
  nzDriverLicence: 'Licence number (5a)',
  auDriverLicence: 'Licence number',
  medicare: 'Card number',
  birthCertificate: 'Registration number',
  citizenshipCertificate: 'Certificate or stock number',
  immiCard: 'ImmiCard number',
  nameChange: 'Registration number',
};

/** Label of a field of a document: "Licence number (5a)". */
export function documentFieldLabel(type: IdentityDocumentType, field: DocumentFieldName): string {
  if (field !== 'number') return documentFieldLabels[field];
  return numberLabels[type] ?? (type.endsWith('Passport') ? 'Passport number' : 'Document number');
}

/** Hint under a field; undefined if the label suffices. */
export function documentFieldHint(
  type: IdentityDocumentType,
  field: DocumentFieldName,
  state?: AustralianState,
): string | undefined {
  if (type === 'auDriverLicence' && state !== undefined) {
    if (field === 'number') return auLicenceHints(state).number;
    if (field === 'cardNumber') return auLicenceHints(state).card;
  }
  const hints: Record<string, string> = {
    'nzDriverLicence.number': 'Two letters and six digits, like AB123456',
    'nzDriverLicence.version': 'Three digits. It changes each time the card is issued',
    'nzPassport.number': 'Usually one or two letters and six digits',
    'auPassport.number': 'Usually one or two letters and seven digits',
    'auDriverLicence.cardNumber': 'Not the licence number. It changes with each card',
    'medicare.number': '10 digits',
    'medicare.person': 'One digit from 1 to 9',
    'medicare.expiresMonth': 'Green cards, like 2028-03',
    'medicare.expiresOn': 'Blue and yellow cards',
  };
  return hints[`${type}.${field}`];
}

function fromIdentifier(check: IdentifierCheck): FieldCheck {
  return check.ok ? check : { ok: false, problem: check.problem };
}

function readDate(text: string): FieldCheck {
  const parsed = parseDateInput(text);
  return parsed.ok ? { ok: true, value: parsed.value, display: parsed.value } : parsed;
}

function readMonth(text: string): FieldCheck {
  const plain = text.normalize('NFKC').trim();
  const month = /^(\d{4})-(\d{1,2})$/.exec(plain);
  const written = /^(\d{1,2})[/. -](\d{4})$/.exec(plain);
  const [year, number] = month ? [month[1], month[2]] : [written?.[2], written?.[1]];
  const value = `${year}-${(number ?? '').padStart(2, '0')}`;
  return isCalendarDate(`${value}-01`)
    ? { ok: true, value, display: value }
    : { ok: false, problem: 'Enter the month and the year like 03/2028.' };
}

function readChoice(text: string, choices: readonly string[], problem: string): FieldCheck {
  const found = choices.find((choice) => choice.toLowerCase() === text.trim().toLowerCase());
  return found === undefined ? { ok: false, problem } : { ok: true, value: found, display: found };
}

function readWords(text: string, most: number): FieldCheck {
  const problem = problemWithText(text, { maxLength: most });
  if (problem) return { ok: false, problem };
  const value = normaliseName(text);
  return { ok: true, value, display: value };
}

function readNumber(type: IdentityDocumentType, text: string, given: DocumentInput): FieldCheck {
  const state = australianStates.find(
    (australianState) => australianState === given.state?.trim().toUpperCase(),
  );
  switch (type) {
    case 'nzPassport':
      return fromIdentifier(checkPassport(text, 'NZL'));
    case 'auPassport':
      return fromIdentifier(checkPassport(text, 'AUS'));
    case 'foreignPassport':
    case 'travelDocument':
      return fromIdentifier(checkPassport(text, given.issuer ?? ''));
    case 'nzDriverLicence':
      return fromIdentifier(checkNzDriverLicence(text));
    case 'auDriverLicence':
      // Without a state the format is unknown; the state's own field requires it.
      return state === undefined
        ? fromIdentifier(checkDocumentNumber(text, { article: 'A', name: 'licence number' }))
        : fromIdentifier(checkAuDriverLicence(text, state));
    case 'medicare': {
      const check = checkMedicare(text);
      return check.ok && check.value.length === 11
        ? {
            ok: false,
            problem: 'Enter the 10 digits of the card here, and the number before the name beside it.',
          }
        : fromIdentifier(check);
    }
    case 'immiCard':
      return fromIdentifier(checkImmiCard(text));
    default:
      return fromIdentifier(checkDocumentNumber(text, { article: 'A', name: 'document number' }));
  }
}

/**
 * Parses one typed field of a document. Valid: `value` as stored or sent to an issuer, `assurance` how far the number was
 * checked. Invalid: a field error. `given`: the other fields, because a licence is parsed by its state.
 */
export function checkDocumentField(
  type: IdentityDocumentType,
  field: DocumentFieldName,
  text: string,
  given: DocumentInput,
): FieldCheck {
  const state = australianStates.find(
    (australianState) => australianState === given.state?.trim().toUpperCase(),
  );
  switch (field) {
    case 'number':
      return readNumber(type, text, given);
    case 'version':
      return fromIdentifier(checkNzDriverLicenceVersion(text));
    case 'cardNumber':
      return state === undefined
        ? fromIdentifier(checkDocumentNumber(text, { article: 'A', name: 'card number' }))
        : fromIdentifier(checkAuLicenceCard(text, state));
    case 'state':
      return readChoice(text, australianStates, 'Select the issuing state or territory.');
    case 'issuer':
      return isCountry(text)
        ? { ok: true, value: text, display: text }
        : { ok: false, problem: 'Select a country.' };
    case 'expiresOn':
    case 'issuedOn':
    case 'registrationDate':
    case 'acquiredOn':
      return readDate(text);
    case 'expiresMonth':
      return readMonth(text);
    case 'gender':
      return readChoice(text, passportGenders, 'Select F, M or X, as shown in the passport.');
    case 'person':
      return fromIdentifier(checkMedicarePerson(text));
    case 'cardColour':
      return readChoice(text, medicareColours, 'Select green, blue or yellow.');
    case 'registrationYear':
      return /^(18|19|20)\d{2}$/.test(text.trim())
        ? { ok: true, value: text.trim(), display: text.trim() }
        : { ok: false, problem: 'Enter the year like 1984.' };
    case 'certificateNumber':
      return fromIdentifier(checkDocumentNumber(text, { article: 'A', name: 'certificate number' }));
    case 'nameOnCard':
      // A card prints at most 27 characters on each of up to four lines.
      return readWords(text, 108);
    case 'previousGivenNames':
    case 'previousFamilyName':
      return readWords(text, 100);
  }
}
