import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** `value` is E.164, `display` is formatted: +64 21 123 4567. Does not check that the number is in service. */
export type PhoneNumberCheck = { ok: true; value: string; display: string } | { ok: false; problem: string };

type Country = 'NZL' | 'AUS';

/** As the numbering plans are published under (ISO 3166-1 alpha-2). */
const plans: Record<Country, CountryCode> = { NZL: 'NZ', AUS: 'AU' };

const plannedCountries = ['NZL', 'AUS'] as const;

/** An Australian area or mobile code is never followed by 0, 1 or 2, where New Zealand's 021, 022 and 0800 are. */
const australianTrunk = /^0[2-578][3-9]\d{7}$|^04\d{8}$/;

const requestCountry = 'Start the number with its country: +64 for New Zealand, +61 for Australia.';
const wrongShape =
  'Phone number is not valid. Enter it with its area code, or start with + and the country code.';

/**
 * Number with a country code. Its length must fit that country’s plan; ranges are not checked, because they are reassigned more
 * often than this list is updated. A trunk 0 after the country code, as in +64 (0)21, is dropped; any further 0 is invalid.
 */
function readInternational(digits: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number?.isPossible()) return undefined;
  return parsePhoneNumberFromString(number.number)?.number === number.number ? number : undefined;
}

/** National number, which must be in a range of the plan. It starts with 0, except for Australia’s 13, 1300 and 1800 numbers. */
function readNational(digits: string, country: Country): PhoneNumber | undefined {
  const hasNoTrunk = country === 'AUS' && digits.startsWith('1');
  if (!hasNoTrunk && !digits.startsWith('0')) return undefined;
  const number = parsePhoneNumberFromString(digits, plans[country]);
  return number?.isValid() ? number : undefined;
}

/** At most 15 digits (ITU-T E.164, 6.1); international numbers have at least seven. */
const e164 = /^\+[1-9]\d{6,14}$/;

function toCheck(number: PhoneNumber | undefined): PhoneNumberCheck {
  return number === undefined || !e164.test(number.number)
    ? { ok: false, problem: wrongShape }
    : { ok: true, value: number.number, display: number.formatInternational() };
}

const numberSeparator = /[/\\;|,&\r\n]|\bor\b|\band\b/i;

/**
 * Several phone numbers in one text, also one with alternative last digits: "021 123 4567/8" is two. Any other text, such as
 * "09/300 1234", is returned whole.
 */
export function splitPhoneNumbers(text: string): string[] {
  const parts = text.trim().split(numberSeparator);
  const first = (parts[0] ?? '').trim();
  const isNumber = (country: Country) => checkPhoneNumber(first, country).ok;
  return parts.length > 1 && plannedCountries.some(isNumber) ? parts.map((part) => part.trim()) : [text];
}

/**
 * Parses a typed phone number to E.164: international with + (or 00, 0011), or national for NZL or AUS. Spaces, dots, hyphens and
 * brackets are dropped; several numbers are rejected. Without `country`, a national number is assigned to the one country that it fits; one that fits both (027
 * 123 4567 is a mobile in New Zealand and a landline in Sydney) is rejected with a message.
 */
export function checkPhoneNumber(text: string, country?: Country): PhoneNumberCheck {
  if (text.length > 64) return { ok: false, problem: wrongShape };
  const numbers = splitPhoneNumbers(text);
  if (numbers.length > 1)
    return { ok: false, problem: `Enter one phone number only, such as ${numbers[0]}.` };
  const plain = text.normalize('NFKC').replace(/[\s\p{Z}\p{Pd}\p{Cf}\u2212.()/]/gu, '');
  if (plain === '') return { ok: false, problem: 'Enter a phone number.' };
  if (!/^\+?\d+$/.test(plain)) {
    return {
      ok: false,
      problem: 'A phone number has digits, spaces and a leading + only. Leave an extension out.',
    };
  }
  const international = /^(?:\+|0011|00)(.*)$/.exec(plain)?.[1];
  if (international !== undefined) return toCheck(readInternational(international));
  const candidates = country === undefined ? plannedCountries : [country];
  const readings = candidates.flatMap((candidate) => {
    const number = readNational(plain, candidate);
    const isAmbiguous = country === undefined && candidate === 'AUS' && !plain.startsWith('1');
    return number === undefined || (isAmbiguous && !australianTrunk.test(plain)) ? [] : [number];
  });
  return readings.length > 1 ? { ok: false, problem: requestCountry } : toCheck(readings[0]);
}
