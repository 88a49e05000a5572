import { expect, test } from 'vitest';
import { noFirstDays } from '#api/checks/activities/activity-record.ts';
import { checkDelay } from '#api/checks/activities/field-checks.ts';
import { misplacedFields } from '#api/records/clients/field-checks.ts';
import { activityInput } from '#contract/activities.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { generateActivity } from '#demo/generators/activity.ts';
import { generateClient } from '#demo/generators/client.ts';
import { seededRandom } from '#demo/generators/random.ts';

const ids = Array.from({ length: 9 }, (_, number) => `01980000-0000-7000-8000-00000000010${number}`);

test('every generated client passes the form’s validation', () => {
  for (let number = 0; number < 3000; number += 1) {
    const { details } = generateClient(seededRandom(number), {
      number,
      memberIds: ['01980000-0000-7000-8000-000000000011'],
    });
    const parsed = clientInput.safeParse(details);
    expect(parsed.error?.issues, JSON.stringify(details)).toBeUndefined();
    expect(misplacedFields(details)).toEqual({});
  }
});

test('a series is deterministic and varied', () => {
  const invent = (seed: number) => generateClient(seededRandom(seed), { number: 50, memberIds: ['a'] });
  expect(invent(9)).toEqual(invent(9));
  const names = new Set(
    Array.from({ length: 3000 }, (_, seed) => {
      const { individual, business } = invent(seed).details;
      return individual ? `${individual.givenNames} ${individual.familyName}` : business?.legalName;
    }),
  );
  expect(names.size).toBeGreaterThan(2000);
});

test('every generated activity passes the form’s validation', () => {
  for (let number = 0; number < 1000; number += 1) {
    const form = generateActivity(seededRandom(number), {
      memberIds: ids.slice(0, 2),
      verified: ids.slice(2, 6),
      anybody: ids.slice(2),
      today: '2026-11-02',
    });
    const parsed = activityInput.safeParse(form);
    expect(parsed.error?.issues, JSON.stringify(form)).toBeUndefined();
    if (parsed.data) {
      const company = { sector: 'realEstate', regulatedIn: ['NZL', 'AUS'] } as const;
      const limits = { today: '2026-11-02', maxDays: 30 };
      expect(checkDelay(parsed.data, { company, firstDays: noFirstDays, before: null, limits })).toEqual({});
    }
    expect(new Set(form.parties?.map(({ clientId }) => clientId)).size).toBe(form.parties?.length);
  }
});
