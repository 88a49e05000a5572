import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { sectors } from '#rules/sectors.ts';

describe('the noun for activities', () => {
  it.each([
    ['legal', 'Matter', 'Matters', 'a matter'],
    ['conveyancing', 'Matter', 'Matters', 'a matter'],
    ['accounting', 'Engagement', 'Engagements', 'an engagement'],
    ['trustAndCompanyService', 'Engagement', 'Engagements', 'an engagement'],
    ['realEstate', 'Transaction', 'Transactions', 'a transaction'],
    ['finance', 'Transaction', 'Transactions', 'a transaction'],
    ['preciousMetals', 'Transaction', 'Transactions', 'a transaction'],
    ['other', 'Activity', 'Activities', 'an activity'],
    [null, 'Activity', 'Activities', 'an activity'],
  ] as const)('is of the sector %s: %s, %s', (sector, title, pluralTitle, indefinite) => {
    expect(toActivityNoun(sector)).toEqual({
      title,
      pluralTitle,
      singular: title.toLowerCase(),
      plural: pluralTitle.toLowerCase(),
      indefinite,
    });
  });

  it('exists for every sector', () => {
    for (const sector of sectors) expect(toActivityNoun(sector).title).not.toBe('');
  });
});
