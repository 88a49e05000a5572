import { expect, it } from 'vitest';
import { formatTopics } from '#rules/screening-matches/match-labels.ts';

it('names what a record is listed for within a sentence, with acronyms in capitals', () => {
  expect(formatTopics(['sanction', 'pep', 'rca'])).toBe('sanctions, PEP, relative or close associate');
});
