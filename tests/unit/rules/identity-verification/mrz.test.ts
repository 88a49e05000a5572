import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  characterValue,
  mrzCheckDigit,
  verifyCheckDigits,
} from '#rules/identity-verification/mrz/check-digits.ts';
import { compareDocument } from '#rules/identity-verification/mrz/comparison.ts';
import { readBirthDate, readExpiryDate } from '#rules/identity-verification/mrz/dates.ts';
import { type MachineReadableZone, readMrz } from '#rules/identity-verification/mrz/mrz.ts';

const today = '2026-11-21';
const specimen = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const;
const identityCard = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
];
const smallCard = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];

function getZone(text: string): MachineReadableZone {
  const reading = readMrz(text, today);
  if (!reading.ok) throw new Error(reading.problems.join(' '));
  return reading.zone;
}

/** A passport's lines with valid check digits over the given parts. */
function passport(parts: {
  names?: string;
  number?: string;
  birth?: string;
  expiry?: string;
  optional?: string;
}) {
  const number = (parts.number ?? 'LA1234567').padEnd(9, '<');
  const birth = parts.birth ?? '850307';
  const expiry = parts.expiry ?? '310101';
  const optional = (parts.optional ?? '').padEnd(14, '<');
  const checked = (text: string) => `${text}${mrzCheckDigit(text)}`;
  const [a, b, c, d] = [checked(number), checked(birth), checked(expiry), checked(optional)];
  const composite = mrzCheckDigit(a + b + c + d);
  return `P<NZL${(parts.names ?? 'SMITH<<JOHN').padEnd(39, '<')}\n${a}NZL${b}M${c}${d}${composite}`;
}

const changed = (text: string, at: number, to: string) => text.slice(0, at) + to + text.slice(at + 1);

describe('the specimen of ICAO Doc 9303', () => {
  it('is parsed to the last field', () => {
    expect(getZone(specimen.join('\n'))).toMatchObject({
      format: 'TD3',
      documentCode: 'P',
      issuer: 'UTO',
      nationality: 'UTO',
      documentNumber: 'L898902C3',
      familyName: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      mayBeTruncated: false,
      birthDate: { kind: 'known', date: '1974-08-12' },
      sex: 'F',
      expiresOn: '2012-04-15',
      corrections: [],
    });
    expect(verifyCheckDigits('TD3', specimen).map(({ expected }) => expected)).toEqual([
      '6',
      '2',
      '9',
      '1',
      '0',
    ]);
  });

  it('is parsed as a card of either size', () => {
    expect(getZone(identityCard.join('\n'))).toMatchObject({
      format: 'TD1',
      documentNumber: 'D23145890',
      issuer: 'UTO',
    });
    expect(getZone(smallCard.join('\n'))).toMatchObject({ format: 'TD2', familyName: 'ERIKSSON', sex: 'F' });
  });

  it('is parsed in lower case, with spaces, full-width letters and lost line breaks', () => {
    for (const text of [
      specimen.join('\n').toLowerCase(),
      `  ${specimen[0].replaceAll('<', '< ')}\r\n\r\n${specimen[1]} `,
      specimen.join(''),
      specimen.join('\n').replaceAll('<', '＜'),
    ]) {
      expect(getZone(text).documentNumber).toBe('L898902C3');
    }
  });
});

describe('check digits', () => {
  const checkedPositions = [
    ...Array.from({ length: 10 }, (_, i) => i),
    ...Array.from({ length: 7 }, (_, i) => 13 + i),
    ...Array.from({ length: 23 }, (_, i) => 21 + i),
  ];
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<');

  it('detect every single change except arithmetically invisible ones', () => {
    fc.assert(
      fc.property(fc.constantFrom(...checkedPositions), character, (at, to) => {
        const from = specimen[1][at] ?? '';
        fc.pre(to !== from);
        const checks = verifyCheckDigits('TD3', [specimen[0], changed(specimen[1], at, to)]);
        // The arithmetic cannot distinguish characters whose values differ by ten.
        fc.pre((characterValue(to) - characterValue(from)) % 10 !== 0);
        expect(checks.some(({ passed }) => !passed)).toBe(true);
      }),
    );
  });

  it('detect every changed digit of a date', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26),
        fc.integer({ min: 0, max: 9 }),
        (at, to) => {
          fc.pre(specimen[1][at] !== String(to));
          expect(readMrz(`${specimen[0]}\n${changed(specimen[1], at, String(to))}`, today).ok).toBe(false);
        },
      ),
    );
  });

  it('report the failing one with position and expected value', () => {
    const reading = readMrz(`${specimen[0]}\n${changed(specimen[1], 9, '7')}`, today);
    expect(reading.ok).toBe(false);
    if (reading.ok) return;
    expect(reading.problems[0]).toMatch(
      /check digit of the document number .*line 2, character 10 is “7”.*“6”/,
    );
    expect(reading.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toContain(
      'documentNumber',
    );
  });

  it('may be a filler over empty optional data', () => {
    const [first = '', second = ''] = passport({}).split('\n');
    const withFiller = `${second.slice(0, 42)}<${second.slice(43)}`;
    expect(readMrz(`${first}\n${withFiller}`, today).ok).toBe(true);
  });

  it('are found after a long document number of a card', () => {
    // ICAO Doc 9303-5: nine characters, a filler, the rest of the number and its digit in the optional data.
    const number = 'D23145890734';
    const digit = mrzCheckDigit(number);
    const first = `I<UTO${number.slice(0, 9)}<${number.slice(9)}${digit}`.padEnd(30, '<');
    const second = '7408122F1204159UTO<<<<<<<<<<<';
    const composite = mrzCheckDigit(
      first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18),
    );
    const card = [first, `${second}${composite}`, identityCard[2]].join('\n');
    expect(getZone(card).documentNumber).toBe(number);
    expect(readMrz(card.replace('34', '35'), today).ok).toBe(false);
  });

  it('are valid for every passport created with them', () => {
    const upper = fc.string({
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(upper, upper, (number, optional) => {
        expect(getZone(passport({ number, optional })).documentNumber).toBe(number);
      }),
    );
  });
});

describe('errors in the lines', () => {
  const getProblem = (text: string) => {
    const reading = readMrz(text, today);
    return reading.ok ? 'read' : reading.problems.join(' ');
  };

  it('are reported in a message', () => {
    expect(getProblem('')).toMatch(/Enter the lines/);
    expect(getProblem(`${specimen[0]}\n${specimen[1].slice(1)}`)).toMatch(
      /Line 2 of a passport has 44 characters. You entered 43/,
    );
    expect(getProblem(specimen[0])).toMatch(/both lines/);
    expect(getProblem(`${specimen[0]}\n${changed(specimen[1], 3, '*')}`)).toMatch(/Remove “\*”/);
    expect(getProblem(`V${specimen[0].slice(1)}\n${specimen[1]}`)).toMatch(/visa/);
    expect(getProblem('<'.repeat(5000))).toMatch(/too long/);
    expect(getProblem(passport({ birth: '991345' }))).toMatch(/date of birth/);
    expect(getProblem(passport({ expiry: '310231' }))).toMatch(/expiry date/);
    expect(getProblem(passport({ names: '' }))).toMatch(/no name/);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AP0123456789<\n BZÄ'), maxLength: 140 }), (text) => {
        expect(typeof readMrz(text, today).ok).toBe('boolean');
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'IDFRAP0123<'), minLength: 36, maxLength: 36 }), {
          minLength: 2,
          maxLength: 2,
        }),
        (lines) => {
          expect(typeof readMrz(lines.join('\n'), today).ok).toBe('boolean');
        },
      ),
    );
  });

  it('are corrected where only a digit or only a letter is possible, and reported', () => {
    const typed = `${specimen[0]}\n${changed(specimen[1], 18, 'Z')}`;
    const zone = getZone(typed);
    expect(zone.birthDate).toEqual({ kind: 'known', date: '1974-08-12' });
    expect(zone.corrections).toEqual(['Line 2, character 19: “Z” was read as “2”.']);
  });
});

describe('dates of two-digit years', () => {
  it('resolve to the only century that fits', () => {
    expect(readBirthDate('740812', today)).toEqual({ kind: 'known', date: '1974-08-12' });
    expect(readBirthDate('271231', today)).toEqual({ kind: 'known', date: '1927-12-31' });
    expect(readBirthDate('261121', today)).toEqual({
      kind: 'ambiguous',
      candidates: ['1926-11-21', '2026-11-21'],
    });
    expect(readBirthDate('261122', today)).toEqual({ kind: 'known', date: '1926-11-22' });
    expect(readBirthDate('000229', today)).toEqual({ kind: 'known', date: '2000-02-29' });
    expect(readBirthDate('7408<<', today)).toEqual({ kind: 'unknown' });
    expect(readBirthDate('991301', today)).toEqual({ kind: 'impossible' });
  });

  it('are never after today nor over 120 years ago', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (year) => {
        const found = readBirthDate(`${String(year).padStart(2, '0')}0615`, today);
        const dates =
          found.kind === 'known' ? [found.date] : found.kind === 'ambiguous' ? found.candidates : [];
        expect(dates.length).toBeGreaterThan(0);
        for (const date of dates) expect(date <= today && date >= '1906-11-21').toBe(true);
      }),
    );
  });

  it('of expiry are in this century', () => {
    expect(readExpiryDate('120415')).toBe('2012-04-15');
    expect(readExpiryDate('990228')).toBe('2099-02-28');
    expect(readExpiryDate('990229')).toBeUndefined();
    expect(readExpiryDate('<<<<<<')).toBeNull();
  });
});

describe('a document compared with the record', () => {
  const compare = (names: string, person: Partial<Parameters<typeof compareDocument>[1]>) =>
    compareDocument(getZone(passport({ names })), {
      givenNames: 'John',
      familyName: 'Smith',
      dateOfBirth: '1985-03-07',
      ...person,
    });

  it('matches across spellings, hyphens, apostrophes and spaces', () => {
    for (const [names, givenNames, familyName] of [
      ['MUELLER<<JUERGEN', 'Jürgen', 'Müller'],
      ['MULLER<<JURGEN', 'Jürgen', 'Müller'],
      ['OBRIEN<<SEAN', 'Seán', "O'Brien"],
      ['VAN<DER<BERG<<ANNA<LENA', 'Anna-Lena', 'van der Berg'],
      ['VANDERBERG<<ANNALENA', 'Anna-Lena', 'van der Berg'],
      ['SOERENSEN<<BJOERN', 'Bjørn', 'Sørensen'],
      ['NGATI<<WHETU', 'Whetū', 'Ngāti'],
      ['WEISS<<LUKASZ', 'Łukasz', 'Weiß'],
      ['THORSDOTTIR<<AESA', 'Æsa', 'Þórsdóttir'],
    ] as const) {
      expect(compare(names, { givenNames, familyName })).toEqual({
        name: 'match',
        dateOfBirth: 'match',
        notes: [],
      });
    }
  });

  it('reports what is missing, truncated, swapped or under another name', () => {
    const first = (names: string, person: Parameters<typeof compare>[1]) => {
      const { name, notes } = compare(names, person);
      return [name, notes[0]];
    };
    expect(first('SMITH<<JOHN', { middleNames: 'Paul' })).toEqual([
      'partly',
      expect.stringMatching(/middle names/),
    ]);
    expect(first('SMITH<<JOHN<PAUL', {})).toEqual(['partly', expect.stringMatching(/further given names/)]);
    expect(first('JOHN<<SMITH', {})).toEqual(['partly', expect.stringMatching(/other way round/)]);
    expect(first('SMITH<<PAUL<JOHN', { middleNames: 'Paul' })).toEqual([
      'partly',
      expect.stringMatching(/another order/),
    ]);
    expect(first('TAYLOR<<JOHN', { otherNames: ['John Taylor'] })).toEqual([
      'partly',
      expect.stringMatching(/John Taylor/),
    ]);
    expect(first('SUKARNO', { givenNames: '-', familyName: 'Sukarno' })).toEqual([
      'match',
      expect.stringMatching(/one name only/),
    ]);
    expect(first('JOHN<SMITH', {})).toEqual(['partly', expect.stringMatching(/all names together/)]);
    expect(first('SMITH<<JANE', {})).toEqual(['differs', expect.stringMatching(/given names/)]);
    expect(first('SMYTH<<JOHN', {})).toEqual(['differs', expect.stringMatching(/family name/)]);
    expect(first('WANG<<XIAOMING', { givenNames: '小明', familyName: '王' })).toEqual([
      'cannotTell',
      expect.stringMatching(/another script/),
    ]);
    expect(
      first('WANG<<XIAOMING', { givenNames: '小明', familyName: '王', otherNames: ['Wang Xiaoming'] })[0],
    ).toBe('partly');
    const long = 'PAPANDROPOULOUS<<JONATHON<WARREN<TREVOR<ALEX';
    expect(
      first(long.slice(0, 39), {
        givenNames: 'Jonathon',
        middleNames: 'Warren Trevor Alexander',
        familyName: 'Papandropoulous',
      }),
    ).toEqual(['partly', expect.stringMatching(/cut/)]);
  });

  it('accepts either century of an ambiguous birth date, and reports both differing days', () => {
    const zone = getZone(passport({ birth: '260101' }));
    expect(zone.birthDate.kind).toBe('ambiguous');
    const person = { givenNames: 'John', familyName: 'Smith' };
    expect(compareDocument(zone, { ...person, dateOfBirth: '1926-01-01' }).dateOfBirth).toBe('match');
    expect(compareDocument(zone, { ...person, dateOfBirth: '1927-01-01' }).notes[0]).toBe(
      'The document says born on 1 Jan 1926 or 1 Jan 2026, the record 1 Jan 1927.',
    );
    expect(compareDocument(zone, person).dateOfBirth).toBe('notRecorded');
  });
});
