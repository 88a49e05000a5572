import { expect, test } from 'vitest';
import { changedValues } from '#app/components/layout/unsent-entries.ts';

const values = (fields: Record<string, string[]>) => new Map(Object.entries(fields));

test('of a form that is as it was opened, nothing has changed', () => {
  const opened = values({ name: ['Aroha'], citizenships: ['NZL', 'AUS'] });
  expect(changedValues(opened, values({ citizenships: ['NZL', 'AUS'], name: ['Aroha'] }))).toEqual({});
});

test('a changed text, an added row and an unticked box are changes, each with what is there now', () => {
  const opened = values({ name: ['Aroha'], phone: [''], hasOneName: ['on'], email: ['a@example.test'] });
  const now = values({ name: ['Aroha Ngaio'], phone: [''], email: [''], 'addresses[1].city': ['Nelson'] });
  expect(changedValues(opened, now)).toEqual({
    name: ['Aroha Ngaio'],
    hasOneName: [],
    email: [''],
    'addresses[1].city': ['Nelson'],
  });
});

test('values in another order, one more and one less are changes', () => {
  const opened = values({ countries: ['NZL', 'AUS'] });
  for (const countries of [['AUS', 'NZL'], ['NZL', 'AUS', 'FJI'], ['NZL'], ['NZL', 'NZL']]) {
    expect(changedValues(opened, values({ countries }))).toEqual({ countries });
  }
  expect(changedValues(opened, values({}))).toEqual({ countries: [] });
});
