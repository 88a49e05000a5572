import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Entries, mergeThreeWays, toEntries } from '#app/components/forms/three-way-merge.ts';

const names = ['name', 'email', 'isListed', 'rows[0].text', 'rows[1].text'];
const form = fc
  .record(Object.fromEntries(names.map((name) => [name, fc.constantFrom('', 'a', 'b', ' a\r\n')])))
  .map((values): Entries => Object.entries(values));

const valuesOf = (entries: Entries, unit: string) =>
  entries
    .map(([name, value]) => [name, value.replaceAll('\r\n', '\n').trim()])
    .filter(([name = '', value]) => value !== '' && name.startsWith(unit));

const units = ['name', 'email', 'isListed', 'rows'];

it('takes what one side changed, and keeps mine where both changed a field', () => {
  fc.assert(
    fc.property(form, form, form, (opened, mine, saved) => {
      const { merged, conflicts } = mergeThreeWays({ opened, mine, saved });
      for (const unit of units) {
        const [before, here, there] = [opened, mine, saved].map((side) =>
          JSON.stringify(valuesOf(side, unit)),
        );
        const result = JSON.stringify(valuesOf(merged, unit));
        expect(result).toBe(here === before ? there : here);
        expect(conflicts.includes(unit)).toBe(here !== before && there !== before && here !== there);
      }
    }),
  );
});

it('changes nothing in a form that nobody else changed, and loses no technical field', () => {
  fc.assert(
    fc.property(form, form, (opened, mine) => {
      const posted: Entries = [['requestKey', 'key'], ...mine];
      expect(mergeThreeWays({ opened, mine: posted, saved: opened })).toEqual({
        merged: posted,
        conflicts: [],
      });
    }),
  );
});

it('names the fields of nested values as forms do', () => {
  const values = {
    clientType: 'individual',
    individual: { citizenships: ['NZL', 'AUS'], hasOneName: false, isMinor: true, occupation: undefined },
    addresses: [{ city: 'Napier', floor: 2, provider: null }],
  };
  expect(toEntries(values)).toEqual([
    ['clientType', 'individual'],
    ['individual.citizenships[0]', 'NZL'],
    ['individual.citizenships[1]', 'AUS'],
    ['individual.isMinor', 'on'],
    ['addresses[0].city', 'Napier'],
    ['addresses[0].floor', '2'],
  ]);
});
