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

const licenceNaming: Naming = { article: 'A', name: 'New Zealand driver licence number' };

/**
 * New Zealand driver licence number (field 5a): two letters and six digits. A checksum exists but is not published, so only
 * the shape is checked.
 */
export function checkNzDriverLicence(text: string): IdentifierCheck {
  const read = readCharacters(text, licenceNaming, 'lettersAndDigits');
  if (!read.ok) return read;
  if (!/^[A-Z]{2}\d{6}$/.test(read.characters)) {
    return invalidIdentifier(
      'A New Zealand driver licence number (5a on the card) has two letters and six digits, like AB123456.',
    );
  }
  if (read.characters.endsWith('000000')) {
    return invalidIdentifier('A New Zealand driver licence number is never all zeros. Check the number.');
  }
  return { ok: true, value: read.characters, display: read.characters, assurance: 'formatOnly' };
}

const licenceVersionNaming: Naming = { article: 'A', name: 'licence version' };

/** New Zealand driver licence version (field 5b): three digits that change each time the card is issued. */
export function checkNzDriverLicenceVersion(text: string): IdentifierCheck {
  const read = readCharacters(text, licenceVersionNaming, 'digits');
  if (!read.ok) return read;
  if (read.characters.length !== 3)
    return wrongLength(licenceVersionNaming, 'three digits (5b on the card)', read.characters.length);
  return { ok: true, value: read.characters, display: read.characters, assurance: 'formatOnly' };
}

/** Usual formats as shown in warnings, by passport issuer. Other issuers have none. */
const usualPassports: Partial<Record<string, { shape: RegExp; message: string }>> = {
  NZL: {
    shape: /^[A-Z]{1,2}\d{6}$/,
    message:
      'A New Zealand passport number usually has one or two letters and six digits. Check it against the passport.',
  },
  AUS: {
    shape: /^[A-Z]{1,2}\d{7}$/,
    message:
      'An Australian passport number usually has one or two letters and seven digits. Check it against the passport.',
  },
};

const passportNaming: Naming = { article: 'A', name: 'passport number' };

/**
 * Passport number: letters and digits, at most 20. `issuer` is an alpha-3 country. An unusual shape for NZL or AUS warns and
 * never blocks, because the shapes come from secondary sources.
 */
export function checkPassport(text: string, issuer: string): IdentifierCheck {
  const read = readCharacters(text, passportNaming, 'lettersAndDigits');
  if (!read.ok) return read;
  if (read.characters.length > 20)
    return wrongLength(passportNaming, '20 letters and digits at most', read.characters.length);
  const accepted = {
    ok: true,
    value: read.characters,
    display: read.characters,
    assurance: 'formatOnly',
  } as const;
  const usual = Object.hasOwn(usualPassports, issuer) ? usualPassports[issuer] : undefined;
  return usual === undefined || usual.shape.test(read.characters)
    ? accepted
    : { ...accepted, warning: usual.message };
}

const medicareNaming: Naming = { article: 'A', name: 'Medicare card number' };
const medicareWeights = [1, 3, 7, 9, 1, 3, 7, 9];

/**
 * Medicare card number: 10 digits from 2 to 6 on, then the person's own number on the card (1 to 9) if given. The ninth digit
 * checks the eight before it; the tenth is the issue number. Shown as 2123 45670 1, or 2123 45670 1-2 for person 2. Source:
 * clearwater.com.au/code/medicare.
 */
export function checkMedicare(text: string): IdentifierCheck {
  const read = readCharacters(text, medicareNaming, 'digits');
  if (!read.ok) return read;
  const digits = read.characters;
  if (digits.length !== 10 && digits.length !== 11) {
    return wrongLength(
      medicareNaming,
      '10 digits, or 11 with the person’s number on the card',
      digits.length,
    );
  }
  if (!/^[2-6]/.test(digits))
    return invalidIdentifier('A Medicare card number starts with a digit from 2 to 6. Check the number.');
  if (digits[10] === '0')
    return invalidIdentifier('The person’s number on a Medicare card is from 1 to 9. Check the last digit.');
  if (weightedSum(digits, medicareWeights) % 10 !== Number(digits[8])) return wrongCheckDigit(medicareNaming);
  const card = inGroups(digits.slice(0, 10), [4, 5, 1]);
  const display = digits.length === 11 ? `${card}-${digits.slice(10)}` : card;
  return { ok: true, value: digits, display, assurance: 'checkDigit' };
}

const medicarePersonNaming: Naming = { article: 'An', name: 'individual reference number' };

/** Individual reference number: the digit before a person's name on a Medicare card, 1 to 9. */
export function checkMedicarePerson(text: string): IdentifierCheck {
  const read = readCharacters(text, medicarePersonNaming, 'digits');
  if (!read.ok) return read;
  if (!/^[1-9]$/.test(read.characters))
    return invalidIdentifier('The number before the name on a Medicare card is one digit from 1 to 9.');
  return { ok: true, value: read.characters, display: read.characters, assurance: 'formatOnly' };
}

const immiCardNaming: Naming = { article: 'An', name: 'ImmiCard number' };

/**
 * ImmiCard number: 9 letters and digits or more, usually three letters and six digits, which warns and never blocks.
 */
export function checkImmiCard(text: string): IdentifierCheck {
  const read = readCharacters(text, immiCardNaming, 'lettersAndDigits');
  if (!read.ok) return read;
  if (read.characters.length < 9 || read.characters.length > 20) {
    return wrongLength(immiCardNaming, '9 letters and digits or more', read.characters.length);
  }
  const accepted = {
    ok: true,
    value: read.characters,
    display: read.characters,
    assurance: 'formatOnly',
  } as const;
  return /^[A-Z]{3}\d{6}$/.test(read.characters)
    ? accepted
    : {
        ...accepted,
        warning: 'An ImmiCard number usually has three letters and six digits. Check it against the card.',
      };
}

/**
 * A number without a published shape (of a certificate, a card, another country's paper): letters and digits, at most 30.
 * `name` as in a sentence, with its article: { article: 'A', name: 'certificate number' }.
 */
export function checkDocumentNumber(text: string, naming: Naming): IdentifierCheck {
  const read = readCharacters(text.replaceAll('/', ''), naming, 'lettersAndDigits');
  if (!read.ok) return read;
  if (read.characters.length > 30)
    return wrongLength(naming, '30 letters and digits at most', read.characters.length);
  return { ok: true, value: read.characters, display: read.characters, assurance: 'formatOnly' };
}
