import { describe, expect, it } from 'vitest';
import { readImportRow } from '#rules/clients/client-import-cells.ts';
import { findDamage } from '#rules/clients/damaged-letters.ts';

describe('letters that an encoding damaged', () => {
  it.each([
    ['SiobhÃ¡n', 'Siobhán'],
    ['Oâ€™Brien', 'O’Brien'],
    ['ZoÃ« RenÃ©e', 'Zoë Renée'],
    ['LÃ¡szlÃ³', 'László'],
    ['Ã…se Ã˜rsted', 'Åse Ørsted'],
    ['ÅŸahin', 'şahin'],
    ['VoilÃ ', 'Voilà'],
    ['SiobhÃƒÂ¡n', 'Siobhán'],
    ['Smith â€“ Jones', 'Smith – Jones'],
  ])('of UTF-8 read as Windows-1252: %s was %s', (text, likely) => {
    expect(findDamage(text)).toEqual({ likely });
  });

  it.each([
    ['JosŽ', 'José'],
    ['GŸnter', 'Günter'],
    ['OÕBrien', 'O’Brien'],
    ['BjšrnŽ', 'BjšrnŽ'.replace('Ž', 'é')],
    ['MŠkinen', 'Mäkinen'],
  ])('of Mac OS Roman read as Windows-1252: %s was %s', (text, likely) => {
    expect(findDamage(text)).toEqual({ likely });
  });

  it.each([
    ['M?ia', 'Māia'],
    ['Ng?ti Wh?tua', 'Ngāti Whātua'],
    ['K?inga', 'Kāinga'],
    ['M?ller', null],
    ['?takaro', null],
    ['d?Artagnan', null],
  ])('that became question marks: %s was %s', (text, likely) => {
    expect(findDamage(text)).toEqual({ likely });
  });

  it.each([
    'Siobhán O’Brien',
    'Nguyễn Thị Minh Khai',
    'ŠKODA',
    'Šárka Dvořáková',
    'TOMÁŠ',
    'Õunapuu Jõgi',
    'NORDSJÖ–SAMPLE',
    'Âne',
    'Purpose: advice? Yes',
    'Māia',
    '王小明',
    'A – B',
  ])('%s is sound', (text) => {
    expect(findDamage(text)).toBeUndefined();
  });

  it('are asked about with their likely text, in each field of words', () => {
    const columns = ['givenNames', 'familyName', 'occupation', 'city', 'email'] as const;
    const cells = ['SiobhÃ¡n', 'M?ia', 'CafÃ© owner', 'Ōtaki', 'a?b@example.test'];
    const { asks } = readImportRow(cells, { columns, clientType: 'individual', country: 'NZL' });
    expect(asks).toEqual([
      'Given names: “SiobhÃ¡n” has damaged letters and was likely “Siobhán”. Correct it, or select the row if it is right',
      'Family name: “M?ia” has damaged letters and was likely “Māia”. Correct it, or select the row if it is right',
      'Occupation: “CafÃ© owner” has damaged letters and was likely “Café owner”. Correct it, or select the row if it is right',
    ]);
  });
});
