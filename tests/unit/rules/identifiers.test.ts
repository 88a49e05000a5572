import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseIdentifier } from '#rules/identifiers/check-result.ts';
import {
  abnAcnWarning,
  checkAbn,
  checkAcn,
  checkArbn,
  checkClientIdentifier,
  checkNzbn,
  checkNzCompanyNumber,
  clientIdentifierTypes,
  formatClientIdentifier,
} from '#rules/identifiers/identifiers.ts';
import {
  checkMedicare,
  checkNzDriverLicence,
  checkNzDriverLicenceVersion,
  checkPassport,
} from '#rules/identifiers/personal-documents.ts';
import { checkPostcode } from '#rules/identifiers/postcodes.ts';
import { checkIrd, isTaxFileNumber } from '#rules/identifiers/tax-numbers.ts';

const accepted = (value: string, display: string, assurance = 'checkDigit') => ({
  ok: true,
  value,
  display,
  assurance,
});

const rejection = (problem: string | RegExp) => ({
  ok: false,
  problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
});

/** The same characters as full-width ones. */
const fullWidth = (text: string) =>
  text.replace(/[0-9A-Z]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''));

const replaceAt = (text: string, index: number, digit: string) =>
  text.slice(0, index) + digit + text.slice(index + 1);

const swapAt = (text: string, i: number, j: number) =>
  replaceAt(replaceAt(text, i, text[j] ?? ''), j, text[i] ?? '');

/** A number of `length` digits with valid check digits: the random body with the first fitting last digit (or digits). */
function valid(
  check: (text: string) => { ok: boolean },
  length: number,
  prefix: fc.Arbitrary<string>,
  checkAt = length - 1,
) {
  return fc
    .tuple(prefix, digits(length))
    .map(([start, body]) => {
      const base = (start + body).slice(0, length);
      return Array.from({ length: 10 }, (_, digit) => replaceAt(base, checkAt, String(digit))).find(
        (text) => check(text).ok,
      );
    })
    .filter((text) => text !== undefined);
}

describe('the table of worked examples (domain 10)', () => {
  const checks = {
    nzbn: checkNzbn,
    abn: checkAbn,
    acn: checkAcn,
    arbn: checkArbn,
    ird: checkIrd,
    medicare: checkMedicare,
    licence: checkNzDriverLicence,
    nzPostcode: (text: string) => checkPostcode(text, 'NZL'),
    auPostcode: (text: string) => checkPostcode(text, 'AUS'),
    companyNumber: checkNzCompanyNumber,
    version: checkNzDriverLicenceVersion,
    nzPassport: (text: string) => checkPassport(text, 'NZL'),
    auPassport: (text: string) => checkPassport(text, 'AUS'),
  };

  const rows: [keyof typeof checks, string, ReturnType<typeof accepted>][] = [
    ['nzbn', '9429046393920', accepted('9429046393920', '9429046393920')],
    ['nzbn', '9429041561140', accepted('9429041561140', '9429041561140')],
    ['abn', '51 824 753 556', accepted('51824753556', '51 824 753 556')],
    ['abn', '53 004 085 616', accepted('53004085616', '53 004 085 616')],
    ['acn', '004 085 616', accepted('004085616', '004 085 616')],
    ['arbn', '004 085 616', accepted('004085616', '004 085 616')],
    ['ird', '49-091-850', accepted('049091850', '49-091-850')],
    ['ird', '049091850', accepted('049091850', '49-091-850')],
    ['ird', '136-410-132', accepted('136410132', '136-410-132')],
    ['ird', '35-901-981', accepted('035901981', '35-901-981')],
    ['medicare', '2123 45670 1', accepted('2123456701', '2123 45670 1')],
    ['medicare', '2123 45670 1 3', accepted('21234567013', '2123 45670 1-3')],
    ['licence', 'AB123456', accepted('AB123456', 'AB123456', 'formatOnly')],
    ['version', '123', accepted('123', '123', 'formatOnly')],
    ['companyNumber', '1830488', accepted('1830488', '1830488', 'formatOnly')],
    ['companyNumber', '0052', accepted('52', '52', 'formatOnly')],
    ['nzPassport', 'LA123456', accepted('LA123456', 'LA123456', 'formatOnly')],
    ['auPassport', 'PA1234567', accepted('PA1234567', 'PA1234567', 'formatOnly')],
    ['nzPostcode', '6011', accepted('6011', '6011', 'formatOnly')],
    ['auPostcode', '0800', accepted('0800', '0800', 'formatOnly')],
  ];

  it.each(rows)(
    '%s %s is valid, with spaces, dashes, small letters and full-width characters too',
    (name, text, expected) => {
      const check = checks[name];
      expect(check(text)).toEqual(expected);
      const bare = text.replace(/[ -]/g, '');
      expect(check(bare)).toEqual(expected);
      expect(check(bare.toLowerCase())).toEqual(expected);
      expect(check(fullWidth(bare))).toEqual(expected);
      expect(check(` ${[...bare].join(' ')}\n`)).toEqual(expected);
      for (const dash of [
        '-',
        '\u2010',
        '\u2011',
        '\u2013',
        '\u2014',
        '\u2212',
        '\uff0d',
        '\u00a0',
        '\u2009',
        '\u200b',
        '\u00ad',
      ]) {
        expect(check([...bare].join(dash)), `U+${dash.codePointAt(0)?.toString(16)}`).toEqual(expected);
      }
      // The displayed form is valid input.
      expect(check(expected.display)).toEqual(expected);
    },
  );

  const failures: [keyof typeof checks, string, string | RegExp][] = [
    ['nzbn', '9429041561141', /^Invalid NZBN/],
    ['nzbn', '942904639392', 'An NZBN has 13 digits and starts with 94. You entered 12.'],
    ['nzbn', '9329046393920', 'An NZBN has 13 digits and starts with 94. Yours starts with 93.'],
    ['nzbn', '942904639392X', 'An NZBN has digits only. Remove “X”.'],
    ['abn', '99 999 999 999', /^Invalid ABN/],
    ['abn', '01 824 753 556', 'An ABN never starts with 0. Check the number.'],
    ['abn', '5182475355', 'An ABN has 11 digits. You entered 10.'],
    ['acn', '999 999 999', /^Invalid ACN/],
    ['acn', '004 085 61', 'An ACN has 9 digits. You entered 8.'],
    ['arbn', '999 999 999', /valid ARBN/],
    ['ird', '136-410-133', /^Invalid IRD number/],
    ['ird', '9125568', 'An IRD number has 8 or 9 digits. You entered 7.'],
    ['ird', '09125568', /outside the range/],
    ['ird', '009125568', /outside the range/],
    ['ird', '150000001', /outside the range/],
    ['medicare', '2123 45671 1', /valid Medicare card number/],
    ['medicare', '2123 45670 1 0', /from 1 to 9/],
    ['medicare', '1123 45670 1', /from 2 to 6/],
    ['medicare', '2123 4567', /You entered 8\.$/],
    ['licence', 'A1234567', /two letters and six digits/],
    ['licence', 'AB000000', /never all zeros/],
    ['version', '12', /three digits/],
    ['companyNumber', '123456789', 'A New Zealand company number has 8 digits or fewer. You entered 9.'],
    ['companyNumber', '9429046393920', /That is an NZBN/],
    ['nzPassport', 'LA/123456', 'A passport number has letters A to Z and digits only. Remove “/”.'],
    ['nzPassport', 'A'.repeat(21), /20 letters and digits at most/],
    ['nzPostcode', '601', 'A postcode has four digits in New Zealand. You entered 3.'],
    ['auPostcode', '60111', 'A postcode has four digits in Australia. You entered 5.'],
    ['nzbn', '', 'Enter an NZBN.'],
    ['ird', '- -', 'Enter an IRD number.'],
    ['acn', '٠٠٤٠٨٥٦١٦', /^An ACN has digits only\. Remove “٠”\.$/],
    ['acn', '004\u202e085616', /invisible or unusual character \(U\+202E\)/],
    ['acn', '9'.repeat(5000), /too long for an ACN/],
  ];

  it.each(failures)('%s %j is rejected with a message', (name, text, problem) => {
    expect(checks[name](text)).toEqual(rejection(problem));
  });

  it('rejects all zeros everywhere', () => {
    for (const check of Object.values(checks)) {
      for (let length = 1; length <= 13; length += 1) expect(check('0'.repeat(length)).ok).toBe(false);
      expect(check('0000 0000')).toEqual(rejection(/never all zeros/));
    }
    expect(isTaxFileNumber('000000000')).toBe(false);
    expect(checkPostcode('000', 'FRA').ok).toBe(false);
  });

  it('recognises a tax file number by its checksum and never returns it', () => {
    expect(isTaxFileNumber('123 456 782')).toBe(true);
    expect(isTaxFileNumber(fullWidth('123456782'))).toBe(true);
    expect(isTaxFileNumber('999 999 999')).toBe(false);
    expect(isTaxFileNumber('12345678')).toBe(false);
  });
});

describe('single checks', () => {
  it('accepts configured bounds of IRD numbers', () => {
    expect(checkIrd('49-091-850', { lowest: 50_000_000, highest: 150_000_000 }).ok).toBe(false);
    expect(checkIrd('49-091-850', { lowest: 49_091_850, highest: 49_091_850 }).ok).toBe(true);
  });

  it('warns of an unusual passport number and accepts it', () => {
    expect(checkPassport('1234', 'NZL')).toMatchObject({
      ok: true,
      warning: expect.stringContaining('New Zealand'),
    });
    expect(checkPassport('LA123456', 'AUS')).toMatchObject({
      ok: true,
      warning: expect.stringContaining('Australian'),
    });
    expect(checkPassport('1234', 'FRA')).not.toHaveProperty('warning');
    expect(checkPassport('1234', 'constructor')).not.toHaveProperty('warning');
  });

  it('leaves postcodes of other countries unchanged', () => {
    expect(checkPostcode(' SW1A  1aa ', 'GBR')).toMatchObject({ ok: true, value: 'SW1A 1aa' });
    expect(checkPostcode('x'.repeat(17), 'GBR').ok).toBe(false);
    expect(checkPostcode('', 'GBR').ok).toBe(false);
  });

  it('warns when an ABN and an ACN do not agree, and only when both are valid', () => {
    expect(abnAcnWarning('53 004 085 616', '004 085 616')).toBeUndefined();
    expect(abnAcnWarning('51 824 753 556', '004 085 616')).toMatch(/usually ends with its ACN/);
    expect(abnAcnWarning('51 824 753 557', '004 085 616')).toBeUndefined();
    expect(abnAcnWarning('', '')).toBeUndefined();
  });

  it('formats stored values and leaves invalid ones unchanged', () => {
    expect(formatClientIdentifier('abn', '51824753556')).toBe('51 824 753 556');
    expect(formatClientIdentifier('abn', 'old 1')).toBe('old 1');
  });
});

describe('properties', () => {
  const first = fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8', '9');
  const nzbn = valid(checkNzbn, 13, fc.constant('94'));
  const acn = valid(checkAcn, 9, fc.constant(''));
  const ird = valid(checkIrd, 9, fc.constantFrom('01', '05', '09', '10', '13', '14'));
  const medicare = valid(checkMedicare, 10, fc.constantFrom('2', '3', '4', '5', '6'), 8);
  const tfn = valid((text) => ({ ok: isTaxFileNumber(text) }), 9, fc.constant(''));
  const abn = fc
    .tuple(first, digits(8))
    .map(([start, middle]) => {
      const base = start + middle;
      const tail = Array.from({ length: 100 }, (_, n) => base + String(n).padStart(2, '0'));
      return tail.find((text) => checkAbn(text).ok);
    })
    .filter((text) => text !== undefined);

  const anyDigit = fc.integer({ min: 0, max: 9 }).map(String);
  const at = fc.nat();

  it.each([
    ['NZBN', nzbn, checkNzbn, 13],
    ['ABN', abn, checkAbn, 11],
    ['Medicare, of its first nine', medicare, checkMedicare, 9],
    ['TFN', tfn, (text: string) => ({ ok: isTaxFileNumber(text) }), 9],
  ] as const)('%s: a change of any one digit is detected', (_, numbers, check, span) => {
    fc.assert(
      fc.property(numbers, at, anyDigit, (number, position, digit) => {
        const index = position % span;
        fc.pre(number[index] !== digit);
        expect(check(number).ok).toBe(true);
        expect(check(replaceAt(number, index, digit)).ok).toBe(false);
      }),
    );
  });

  it('ACN: a change is detected unless weight times difference is a multiple of ten', () => {
    const weights = [8, 7, 6, 5, 4, 3, 2, 1, 1];
    fc.assert(
      fc.property(acn, at, anyDigit, (number, position, digit) => {
        const index = position % 9;
        const changed = replaceAt(number, index, digit);
        fc.pre(!/^0+$/.test(changed));
        const unseen = ((weights[index] ?? 0) * Math.abs(Number(digit) - Number(number[index]))) % 10 === 0;
        expect(checkAcn(changed).ok).toBe(unseen);
      }),
    );
  });

  it('IRD: a change is detected where neither number needs the second weights', () => {
    const firstPass = (text: string) =>
      [3, 2, 7, 6, 5, 4, 3, 2].reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11;
    fc.assert(
      fc.property(ird, at, anyDigit, (number, position, digit) => {
        const index = position % 9;
        const changed = replaceAt(number, index, digit);
        fc.pre(changed !== number && firstPass(number) !== 1 && firstPass(changed) !== 1);
        expect(checkIrd(changed).ok).toBe(false);
      }),
    );
  });

  it('NZBN and Medicare: swapped neighbours are detected unless they differ by five', () => {
    fc.assert(
      fc.property(nzbn, medicare, at, (business, card, position) => {
        for (const [number, check, span] of [
          [business, checkNzbn, 12],
          [card, checkMedicare, 7],
        ] as const) {
          const index = position % (span - 1);
          const difference = Math.abs(Number(number[index]) - Number(number[index + 1]));
          if (difference === 0 || difference === 5) continue;
          expect(check(swapAt(number, index, index + 1)).ok).toBe(false);
        }
      }),
    );
  });

  it('ABN and TFN: any two swapped unequal digits are detected', () => {
    fc.assert(
      fc.property(abn, tfn, at, at, (business, file, i, j) => {
        const caught = (number: string, check: (text: string) => boolean) => {
          const [a, b] = [i % number.length, j % number.length];
          if (number[a] !== number[b]) expect(check(swapAt(number, a, b))).toBe(false);
        };
        caught(business, (text) => checkAbn(text).ok);
        caught(file, isTaxFileNumber);
      }),
    );
  });

  it('ACN: swapped unequal neighbours among the first eight are detected', () => {
    fc.assert(
      fc.property(acn, at, (number, position) => {
        const index = position % 7;
        if (number[index] !== number[index + 1])
          expect(checkAcn(swapAt(number, index, index + 1)).ok).toBe(false);
      }),
    );
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units)),
    fc.string({
      unit: fc.constantFrom('0', '4', '9', '-', ' ', 'é', 'e', '\u0301', '\u200b', '¨', 'ﬀ', '\u00ad'),
    }),
  );

  it('normalising is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normaliseIdentifier(text);
        expect(normaliseIdentifier(once)).toBe(once);
      }),
    );
  });

  it('no check throws, and accepted values are accepted again unchanged', () => {
    const checks = [
      ...clientIdentifierTypes.map((type) => (text: string) => checkClientIdentifier(type, text)),
      (text: string) => checkIrd(text),
      checkMedicare,
      checkNzDriverLicence,
      checkNzDriverLicenceVersion,
      (text: string) => checkPassport(text, 'NZL'),
      (text: string) => checkPostcode(text, 'AUS'),
      (text: string) => checkPostcode(text, 'GBR'),
    ];
    fc.assert(
      fc.property(fc.oneof(anyText, digits(13), digits(9), digits(4)), (text) => {
        for (const check of checks) {
          const result = check(text);
          if (result.ok) expect(check(result.value)).toMatchObject({ ok: true, value: result.value });
          else expect(result.problem).toMatch(/\.$/);
        }
        expect(typeof isTaxFileNumber(text)).toBe('boolean');
      }),
    );
  });
});
