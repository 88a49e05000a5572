import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFinding, withdrawFinding } from '#contract/cdd/findings.ts';
import { readClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { readAlert, transitionAlert } from '#contract/monitoring/alerts.ts';
import {
  decideMatch,
  dismissMatches,
  readClientMonitoring,
  screenClient,
} from '#contract/monitoring/screenings.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { isLocked, runWhileLocked } from '#tests/support/api/held-rows.ts';
import { foundAlert } from '#tests/support/api/monitoring.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../activities/support.ts';

type Found = Awaited<ReturnType<typeof foundAlert>>;

describe.each(testEngines)('guards of screenings and matches on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Officer of Rata' });
  });
  afterAll(() => api.close());

  let count = 0;
  /** A client with a match, and the client whose related party it is. */
  async function matched(topics?: Parameters<typeof foundAlert>[3]) {
    count += 1;
    const above = await addClient(api, a, `Above${count}`);
    const client = await addClient(api, a, `Guarded${count}`);
    const body = { partyClientId: client, roles: ['actingFor'] };
    await api.request(addParty, { params: { id: above }, body } as never, { as: a.owner });
    const alert = await foundAlert(api, a, client, topics);
    const [match] = alert.matches;
    if (match === undefined) throw new Error('The sample has no match.');
    return { above, client, alert, match };
  }
  type Matched = Awaited<ReturnType<typeof matched>>;

  const decide = ({ match }: Matched, body: object, as: TestPerson = officer) =>
    api.request(
      decideMatch,
      { params: { id: match.id }, body: { version: match.version, reason: 'Compared', ...body } } as never,
      { as },
    );
  const dismiss = ({ alert }: { alert: Found }, matches: object[], as: TestPerson = officer) =>
    api.request(
      dismissMatches,
      {
        params: { id: alert.id },
        body: { matches, reasonCode: 'otherName', reason: 'Another family' },
      } as never,
      { as },
    );
  const seen = ({ match: { id, version } }: Matched) => [{ id, version }];
  const isTrue = { decision: 'truePositive' };
  const isFalse = { decision: 'falsePositive', reasonCode: 'otherName' };
  const alertNow = async ({ alert }: Matched) =>
    (await api.request(readAlert, { params: { id: alert.id } }, { as: a.owner })).response;
  const close = async ({ alert }: Matched) =>
    api.database.asSuperuser(
      `UPDATE assay.alerts SET status = 'closed', outcome = 'noAction', reason = 'Seen', closed_at = now() WHERE id = $1`,
      [alert.id],
    );
  const changeMatch = (matched: Matched) =>
    api.database.asSuperuser('UPDATE assay.screening_matches SET version = version + 1 WHERE id = $1', [
      matched.match.id,
    ]);
  const hold = (
    matched: Matched,
    table: 'clients' | 'screening_matches',
    id: string,
    act: () => Promise<unknown>,
    free: [string, string][],
  ) =>
    runWhileLocked(
      api,
      a.id,
      (trx) => trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute(),
      act,
      async () => {
        for (const [name, row] of free)
          expect([matched.match.id, name, await isLocked(api, name, row)]).toEqual([
            matched.match.id,
            name,
            false,
          ]);
      },
    );

  test('a match is decided at its current version, and waits for a concurrent change', async () => {
    const one = await matched();
    await changeMatch(one);
    const late = await decide(one, isFalse);
    expect([late.status, late.problem.code]).toEqual([409, 'record.versionConflict']);
    expect(late.problem.current).toMatchObject({ id: one.match.id, version: one.match.version + 1 });
    const other = await matched();
    const waited = await runWhileLocked(
      api,
      a.id,
      (trx) =>
        trx
          .updateTable('screening_matches')
          .set({ version: other.match.version + 1 })
          .where('id', '=', other.match.id)
          .execute(),
      () => decide(other, isFalse),
    );
    expect(waited.problem.code).toBe('record.versionConflict');
    expect((await decide({ ...one, match: { ...one.match, id: crypto.randomUUID() } }, isFalse)).status).toBe(
      404,
    );
    expect((await decide(one, isFalse, api.companies.b.owner)).status).toBe(404);
  });

  test('a match of a closed alert cannot be decided', async () => {
    const one = await matched();
    await close(one);
    expect((await decide(one, isFalse)).problem.detail).toMatch(/closed/);
    expect((await alertNow(one)).matches[0]?.status).toBe('pending');
  });

  test('a true match is confirmed and withdrawn with permission alone', async () => {
    const one = await matched();
    expect((await decide(one, isTrue, a.staff)).problem.code).toBe('role.forbidden');
    const { response } = await decide(one, isTrue);
    expect(response).toMatchObject({ alertClosed: true, match: { status: 'truePositive' } });
    const { version } = await alertNow(one);
    await api.request(
      transitionAlert,
      { params: { id: one.alert.id }, body: { version, to: 'open' } },
      { as: officer },
    );
    const confirmed = { ...one, match: response.match };
    expect((await decide(confirmed, isFalse, a.staff)).problem.code).toBe('role.forbidden');
    expect((await decide(confirmed, isFalse)).status).toBe(200);
  });

  test('a match of a PEP requires its kind', async () => {
    const one = await matched(['pep']);
    expect((await decide(one, isTrue)).problem.fields).toHaveProperty('pepOf');
    expect((await decide(one, { ...isTrue, pepOf: 'domestic' })).status).toBe(200);
  });

  test('each PEP match has its own kind, and the foreign one keeps the risk high', async () => {
    const one = await matched(['pep']);
    const foreign = await decide(one, { ...isTrue, pepOf: 'foreign' });
    expect(foreign.response.match).toMatchObject({ status: 'truePositive', pepOf: 'foreign' });
    const risk = async () =>
      (await api.request(readClient, { params: { id: one.client } }, { as: a.staff })).response;
    expect(await risk()).toMatchObject({ riskLevel: 'high', pepStatus: 'foreign' });
    const alert = await foundAlert(api, a, one.client, ['pep'], 'dfat');
    const [match] = alert.matches.filter(({ status }) => status === 'pending');
    if (match === undefined) throw new Error('The second list found nothing.');
    const other = { ...one, alert, match };
    expect((await decide(other, { ...isTrue, pepOf: 'domestic' })).response.match.pepOf).toBe('domestic');
    // Both matches are confirmed: the PEP status is the stricter one's, not the last decision's.
    expect(await risk()).toMatchObject({ riskLevel: 'high', pepStatus: 'foreign' });
    const withdraw = async (decided: Matched) => {
      const { version } = await alertNow(decided);
      await api.request(
        transitionAlert,
        { params: { id: decided.alert.id }, body: { version, to: 'open' } },
        { as: officer },
      );
      const [current] = (await alertNow(decided)).matches.filter(({ id }) => id === decided.match.id);
      const { response } = await decide({ ...decided, match: current ?? decided.match }, isFalse);
      return response.match;
    };
    expect(await withdraw(one)).toMatchObject({ status: 'falsePositive', pepOf: null });
    const left = await risk();
    expect(left.riskLevel).not.toBe('high');
    expect(left.pepStatus).toBe('domestic');
    await withdraw({ ...one, alert: other.alert, match: other.match });
    expect((await risk()).pepStatus).toBe('notChecked');
  });

  describe('a foreign PEP on record and a match of another kind', () => {
    const known = async ({ client }: Matched) =>
      (await api.request(readClient, { params: { id: client } }, { as: a.staff })).response;
    const find = async ({ client }: Matched, pepStatus: string, more: object = {}) => {
      const { version } = await known({ client } as Matched);
      const body = {
        subject: 'politicalExposure',
        pepStatus,
        basis: 'Their government’s site',
        version,
        ...more,
      };
      return api.request(recordFinding, { params: { id: client }, body: body as never }, { as: a.staff });
    };

    test.each([
      ['foreign', {}, 'pep'],
      ['relativeOrAssociate', { pepOf: 'foreign' }, 'rca'],
      ['relativeOrAssociate', {}, 'rca'],
      ['foreign', { officeEndedOn: '2026-06-30' }, 'pep'],
    ] as const)('%s %o: the risk is at least high, in any order', async (pepStatus, more, topic) => {
      const recordedFirst = await matched([topic]);
      expect((await find(recordedFirst, pepStatus, more)).status).toBe(200);
      expect((await decide(recordedFirst, { ...isTrue, pepOf: 'domestic' })).status).toBe(200);
      expect(await known(recordedFirst)).toMatchObject({ riskLevel: 'high', pepStatus });

      const confirmedFirst = await matched([topic]);
      await decide(confirmedFirst, { ...isTrue, pepOf: 'domestic' });
      expect((await known(confirmedFirst)).riskLevel).not.toBe('high');
      expect((await find(confirmedFirst, pepStatus, more)).response.riskFloor).toMatchObject({
        level: 'high',
      });
      expect(await known(confirmedFirst)).toMatchObject({ riskLevel: 'high', pepStatus });
      // The finding is withdrawn: what the match says remains.
      const { version } = await known(confirmedFirst);
      const withdrawn = await api.request(
        withdrawFinding,
        {
          params: { id: confirmedFirst.client, subject: 'politicalExposure' },
          body: { version, reason: 'It was about another person' },
        },
        { as: officer },
      );
      expect(withdrawn.response.riskFloor).toBeNull();
      const left = await known(confirmedFirst);
      expect(left.pepStatus).toBe(topic === 'pep' ? 'domestic' : 'relativeOrAssociate');
      expect(left.riskLevel).not.toBe('high');
    });

    test('a finding that says less than a confirmed match is rejected at the field', async () => {
      const one = await matched(['pep']);
      await decide(one, { ...isTrue, pepOf: 'foreign' });
      for (const less of ['none', 'domestic', 'internationalOrganisation']) {
        expect((await find(one, less)).problem.fields).toEqual({
          pepStatus: [expect.stringContaining('A match is confirmed by which this client is: Foreign PEP')],
        });
      }
      expect((await find(one, 'foreign')).status).toBe(200);
      const other = await matched(['pep']);
      await decide(other, { ...isTrue, pepOf: 'domestic' });
      expect((await find(other, 'none')).problem.fields).toHaveProperty('pepStatus');
      expect((await find(other, 'internationalOrganisation')).status).toBe(200);
    });

    test('a finding remains when the decision on a match is withdrawn', async () => {
      const one = await matched(['pep']);
      await find(one, 'foreign');
      const { response } = await decide(one, { ...isTrue, pepOf: 'foreign' });
      const { version } = await alertNow(one);
      await api.request(
        transitionAlert,
        { params: { id: one.alert.id }, body: { version, to: 'open' } },
        { as: officer },
      );
      const again = { ...one, match: { ...one.match, version: response.match.version } };
      expect((await decide(again, isFalse)).status).toBe(200);
      expect((await known(one)).pepStatus).toBe('foreign');
    });
  });

  test('a decision locks the clients, then the matches, then the alert', async () => {
    const one = await matched();
    const [match, alert] = [
      ['screening_matches', one.match.id],
      ['alerts', one.alert.id],
    ] as [string, string][];
    const possible = { decision: 'possible', reason: undefined };
    const act = async () =>
      decide({ ...one, match: (await alertNow(one)).matches[0] ?? one.match }, possible);
    for (const held of [one.above, one.client]) {
      await hold(one, 'clients', held, act, [match, alert] as [string, string][]);
    }
    await hold(one, 'screening_matches', one.match.id, act, [alert] as [string, string][]);
    const other = await matched();
    const free: [string, string][] = [
      ['screening_matches', other.match.id],
      ['alerts', other.alert.id],
    ];
    await hold(other, 'clients', other.above, () => dismiss(other, seen(other)), free);
    expect((await alertNow(other)).status).toBe('closed');
  });

  test('matches are dismissed at their version, while none is decided and the alert is open', async () => {
    const one = await matched();
    expect(
      (await dismiss(one, [{ id: one.match.id, version: one.match.version + 1 }])).problem,
    ).toMatchObject({
      code: 'record.versionConflict',
      current: [{ id: one.match.id }],
    });
    const strange = [...seen(one), { id: crypto.randomUUID(), version: 1 }];
    expect((await dismiss(one, strange)).problem.code).toBe('record.versionConflict');
    await api.database.asSuperuser(
      `UPDATE assay.screening_matches SET status = 'falsePositive', reason_code = 'otherName', reason = 'Seen', decided_by = $2, decided_at = now() WHERE id = $1`,
      [one.match.id, a.owner.id],
    );
    expect((await dismiss(one, seen(one))).problem.code).toBe('record.versionConflict');
    const closed = await matched();
    await close(closed);
    expect((await dismiss(closed, seen(closed))).problem.detail).toMatch(/closed/);
    const other = await matched();
    const waited = await runWhileLocked(
      api,
      a.id,
      (trx) =>
        trx
          .updateTable('screening_matches')
          .set({ version: other.match.version + 1 })
          .where('id', '=', other.match.id)
          .execute(),
      () => dismiss(other, seen(other)),
    );
    expect(waited.problem.code).toBe('record.versionConflict');
    expect((await dismiss(other, seen(other), api.companies.b.owner)).status).toBe(404);
  });

  describe('manual screening', () => {
    const screen = (id: string, as = a.staff) =>
      api.request(screenClient, { params: { id }, body: {} } as never, { as });

    test('is rejected for an archived client, also one archived concurrently', async () => {
      const client = await addClient(api, a, 'Archivedton');
      const late = await runWhileLocked(
        api,
        a.id,
        (trx) => trx.updateTable('clients').set({ status: 'archived' }).where('id', '=', client).execute(),
        () => screen(client),
      );
      expect(late.problem.detail).toMatch(/archived/);
      expect((await screen(client)).problem.detail).toMatch(/archived/);
      expect((await screen(client, api.companies.b.owner)).status).toBe(404);
      const asked = { params: { id: client }, query: {} };
      expect((await api.request(readClientMonitoring, asked, { as: a.staff })).response.screenings).toEqual(
        [],
      );
    });

    test('locks its clients before it writes', async () => {
      const { above, client } = await matched();
      const written = async () => {
        const { rows } = await api.database.asSuperuser(
          `SELECT count(*)::int AS locks FROM pg_locks
            WHERE relation = 'assay.screenings'::regclass AND mode = 'RowExclusiveLock'
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        expect(rows).toEqual([{ locks: 0 }]);
      };
      const permissions: (() => Promise<unknown>)[] = [() => screen(above), () => foundAlert(api, a, client)];
      for (const act of permissions) {
        await runWhileLocked(
          api,
          a.id,
          (trx) => trx.selectFrom('clients').select('id').where('id', '=', client).forUpdate().execute(),
          act,
          written,
        );
      }
    });
  });
});
