import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/clients/clients.ts';
import { listAlerts, readAlert } from '#contract/monitoring/alerts.ts';
import { enrolClient } from '#contract/monitoring/enrolments.ts';
import { screenClient } from '#contract/monitoring/screenings.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { aWorklist, day, runNow } from '#tests/support/api/monitoring.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';

type Line = [name: string, born: string, reason: string];

const list = (...lines: Line[]) =>
  `id,name,type,date_of_birth,reason\n${lines.map(([name, born, reason], at) => `${at},${name},person,${born},${reason}`).join('\n')}\n`;

/** Differs from 12 March 1980, the date of birth of the clients in these tests. */
const born = {
  yearAfter: '1981-03-12',
  swapped: '1980-12-03',
  oneDigit: '1980-03-17',
  anothers: '1955-11-30',
};

describe.each(testEngines)('listed names with another date of birth on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let worklistId: number;
  beforeAll(async () => {
    api = await openTestApi(engine);
    a = await api.addCompany('Dates Limited');
    const checks = ['sanctions' as const, 'pep' as const];
    worklistId = (await aWorklist(api, a, { threshold: 100, dobMatching: 'exact', checks })).id;
  });
  afterAll(() => api.close());

  const getMatch = async (clientId: string) => {
    const { items } = (
      await api.request(
        listAlerts,
        { query: { resourceType: 'clients', resourceId: clientId, type: 'screeningMatch' } },
        { as: a.staff },
      )
    ).response;
    const [alert] = items;
    if (alert === undefined) return null;
    const { matches, screening } = (
      await api.request(readAlert, { params: { id: alert.id } }, { as: a.staff })
    ).response;
    const [match] = matches;
    return {
      severity: alert.severity,
      threshold: screening?.threshold,
      score: match?.score,
      status: match?.status,
      birthDate: match?.features.find(({ name }) => name === 'birthDate')?.finding.split(':')[0],
    };
  };

  const asked = (score: number, birthDate: string) => ({
    severity: 'high',
    threshold: 100,
    score,
    status: 'pending',
    birthDate,
  });

  test('are matches above any threshold in manual screening, scheduled runs and list changes', async () => {
    const add = async (familyName: string) => {
      const body = {
        clientType: 'individual' as const,
        individual: { givenNames: 'Hinemoa', familyName, dateOfBirth: '1980-03-12' },
        confirmations: ['likelyDuplicates' as const],
      };
      const { id } = (await api.request(createClient, { body }, { as: a.owner })).response;
      await api.request(enrolClient, { params: { id }, body: { worklistId } }, { as: a.owner });
      return id;
    };
    const byHand = await add('Byhand');
    const byRun = await add('Byrun');
    const byChange = await add('Bychange');
    const exposed = await add('Exposed');
    const lines: Line[] = [
      ['Hinemoa Byhand', born.swapped, 'sanction'],
      ['Hinemoa Byrun', born.anothers, 'sanction'],
      ['Hinemoa Exposed', born.anothers, 'PEP'],
    ];
    await sendOwnList(api, a.owner, list(...lines));
    await api.request(screenClient, { params: { id: byHand }, body: {} }, { as: a.staff });
    expect(await getMatch(byHand)).toEqual(asked(0.95, 'Day and month swapped'));

    await api.clock.advance(day);
    await runNow(api);
    expect(await getMatch(byRun)).toEqual(asked(0.6, 'Different date and year of birth'));
    expect(await getMatch(byChange)).toBeNull();

    await sendOwnList(
      api,
      a.owner,
      list(
        ...lines,
        ['BYCHANGE Hinemoa', born.yearAfter, 'sanction'],
        ['Hinemoa Byhandd', born.oneDigit, 'sanction'],
      ),
    );
    await runNow(api);
    expect(await getMatch(byChange)).toEqual(asked(0.9, 'Birth year differs by one'));
    // A PEP of the same name, and a sanctioned person with a similar one, are left to the threshold.
    expect(await getMatch(exposed)).toBeNull();
    const { items } = (await api.request(listAlerts, { query: { type: 'screeningMatch' } }, { as: a.staff }))
      .response;
    expect(items).toHaveLength(3);
  });
});
