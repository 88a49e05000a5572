import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endExceptions } from '#api/checks/cdd/expire-exceptions-job.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../activities/support.ts';

describe.each(testEngines)('ending CDD exceptions on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api.close());

  test('makes CDD due for refresh the day after the last, once, in every company', async () => {
    const { a, b } = api.companies;
    const today = testDay('Pacific/Auckland', api.clock.now());
    const excepted = (company: typeof a, name: string, days: number) =>
      addClient(api, company, name, {
        cdd_status: 'exceptionApproved',
        cdd_exception_reason: 'Abroad',
        cdd_exception_ends_on: addDays(today, days),
        cdd_exception_by: company.owner.id,
      });
    const [ended, lastDay, ofB] = [
      await excepted(a, 'Ended', -1),
      await excepted(a, 'Lastday', 0),
      await excepted(b, 'Otherended', -40),
    ];
    expect(await endExceptions(api.database.db, api.clock)).toEqual({ ended: 2 });
    expect(await endExceptions(api.database.db, api.clock)).toEqual({ ended: 0 });
    const standing = async (id: string, as = a.staff) => {
      const { response } = await api.request(readDiligence, { params: { id } }, { as });
      return [response.cddStatus, response.exception?.endsOn ?? null, response.version];
    };
    expect(await standing(ended)).toEqual(['refreshDue', null, 2]);
    expect(await standing(lastDay)).toEqual(['exceptionApproved', today, 1]);
    expect(await standing(ofB, b.staff)).toEqual(['refreshDue', null, 2]);
    const { response } = await api.request(
      readClientHistory,
      { params: { id: ended }, query: {} },
      { as: a.staff },
    );
    expect(response.events[0]).toMatchObject({ actorName: 'Assay', action: 'client.cddStatusChanged' });
  });
});
