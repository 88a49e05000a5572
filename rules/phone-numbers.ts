/** Shape only: whether a number can be dialled is not known here. `value` is E.164. */
export type PhoneNumberCheck = { ok: true; value: string; display: string } | { ok: false; problem: string };

type National = { code: string; shape: RegExp };

/**
 * National numbers without their leading 0. New Zealand: landlines 8 digits, mobiles (2…) 8 to 10, 0800 and 0508 freephones.
 * Australia: 9 digits from 2 to 5, 7 and 8 on, and 1300, 1800 and 13 numbers, which have no leading 0.
 */
const national: Record<'NZL' | 'AUS', National> = {
  NZL: { code: '64', shape: /^(?:[34679]\d{7}|2\d{7,9}|(?:800|508|900)\d{5,7})$/ },
  AUS: { code: '61', shape: /^(?:[2-578]\d{8}|1[38]00\d{6}|13\d{4})$/ },
};

/** An Australian area or mobile code is never followed by 0, 1 or 2, where New Zealand's 021, 022 and 0800 are. */
const australianTrunk = /^0[2-578][3-9]\d{7}$|^04\d{8}$/;

const askForCountry = 'Start the number with its country: +64 for New Zealand, +61 for Australia.';
const wrongShape =
  'That does not look like a phone number. Enter it with its area code, or start with + and the country.';

function accept(digits: string): PhoneNumberCheck {
  const code = ['64', '61'].find((own) => digits.startsWith(own));
  const display = code === undefined ? `+${digits}` : `+${code} ${digits.slice(2)}`;
  return { ok: true, value: `+${digits}`, display };
}

function checkInternational(digits: string): PhoneNumberCheck {
  for (const { code, shape } of Object.values(national)) {
    if (!digits.startsWith(code)) continue;
    // "+64 (0)21 …" is how many people write it.
    const rest = digits.slice(code.length).replace(/^0/, '');
    return shape.test(rest) ? accept(code + rest) : { ok: false, problem: wrongShape };
  }
  return /^[1-9]\d{6,14}$/.test(digits) ? accept(digits) : { ok: false, problem: wrongShape };
}

function fitsNational(digits: string, country: 'NZL' | 'AUS'): boolean {
  const hasNoTrunk = country === 'AUS' && digits.startsWith('1');
  if (!hasNoTrunk && !digits.startsWith('0')) return false;
  return national[country].shape.test(hasNoTrunk ? digits : digits.slice(1));
}

/**
 * A phone number as people type it, to E.164: international with + (or 00, 0011), or national for NZL or AUS. Spaces, dots,
 * hyphens and brackets are dropped. Without `country` a national number is taken for the one country that it fits; one that fits
 * both (027 123 4567 is a mobile here and a landline in Sydney) is refused with a sentence. Shape only, ITU-T E.164: at
 * most 15 digits.
 */
export function checkPhoneNumber(text: string, country?: 'NZL' | 'AUS'): PhoneNumberCheck {
  if (text.length > 64) return { ok: false, problem: wrongShape };
  const plain = text.normalize('NFKC').replace(/[\s\p{Z}\p{Pd}\p{Cf}\u2212.()/]/gu, '');
  if (plain === '') return { ok: false, problem: 'Enter a phone number.' };
  if (!/^\+?\d+$/.test(plain)) {
    return {
      ok: false,
      problem: 'A phone number has digits, spaces and a leading + only. Leave an extension out.',
    };
  }
  const international = /^(?:\+|0011|00)(.*)$/.exec(plain)?.[1];
  if (international !== undefined) return checkInternational(international);
  const countries = (country === undefined ? (['NZL', 'AUS'] as const) : [country]).filter(
    (candidate) =>
      fitsNational(plain, candidate) &&
      (country !== undefined || candidate === 'NZL' || plain.startsWith('1') || australianTrunk.test(plain)),
  );
  const [only, another] = countries;
  if (only === undefined) return { ok: false, problem: wrongShape };
  if (another !== undefined) return { ok: false, problem: askForCountry };
  const { code } = national[only];
  return accept(code + plain.replace(/^0/, ''));
}
