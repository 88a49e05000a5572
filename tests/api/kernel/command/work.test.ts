import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { consequences } from '#api/consequences.ts';
import type { Emitted } from '#api/kernel/command/emitted.ts';
import {
  type Consequence,
  installConsequences,
  inWork,
  jobActor,
  type WorkEvent,
} from '#api/kernel/command/work.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

type Opened = Consequence<Emitted['alert.opened']>;

const event = (action: string): WorkEvent => ({
  action,
  resourceType: 'client',
  resourceId: 'one',
  detail: {},
});

const alert = (resourceId: string): Emitted['alert.opened'] => [
  { type: 'riskRose', resourceType: 'clients', resourceId, summary: 'It rose', dedupeKey: resourceId },
];

describe.each(testEngines)('a unit of work on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterEach(() => installConsequences(consequences));
  afterAll(() => api?.close());

  const deps = () => ({ db: api.database.db, now: api.clock.now });
  const by = () => jobActor(api.companies.a.id, 'test-job');
  const follow = (...opened: Opened[]) => installConsequences({ ...consequences, 'alert.opened': opened });

  async function recorded(): Promise<unknown[]> {
    const { rows } = await api.database.asSuperuser(
      `SELECT action FROM assay.audit_events WHERE chain = $1 AND actor_id = 'test-job' ORDER BY seq`,
      [api.companies.a.id],
    );
    return rows.map(({ action }) => action);
  }

  test('writes its own events before those of its consequences, all or nothing', async () => {
    const before = (await recorded()).length;
    follow({ run: async ({ record }) => record(event('after.all')) });
    await inWork(deps(), by(), async ({ record, emit }) => {
      emit('alert.opened', alert('a'));
      record(event('first'), event('second'));
    });
    expect((await recorded()).slice(before)).toEqual(['first', 'second', 'after.all']);
    await expect(
      inWork(deps(), by(), async ({ record }) => {
        record(event('never'));
        throw new Error('It went wrong');
      }),
    ).rejects.toThrow('It went wrong');
    expect(await recorded()).not.toContain('never');
  });

  test('runs consequences in order, nested ones too, and final ones once per payload', async () => {
    const done: string[] = [];
    follow(
      {
        run: async ({ emit }, [one]) => {
          done.push(`followed ${one?.resourceId}`);
          if (one?.resourceId === 'a') emit('alert.opened', alert('b'));
        },
      },
      { isLast: true, run: async (_, [one]) => void done.push(`last ${one?.resourceId}`) },
    );
    await inWork(deps(), by(), async ({ emit }) => {
      emit('alert.opened', alert('a'));
      emit('alert.opened', alert('a'));
      done.push('changed');
    });
    expect(done).toEqual([
      'changed',
      'followed a',
      'followed a',
      'followed b',
      'followed b',
      'last a',
      'last b',
    ]);
  });

  test('stops consequences that trigger each other, and saves nothing', async () => {
    follow({
      run: async ({ emit, record }, alerts) => {
        record(event('round'));
        emit('alert.opened', alerts);
      },
    });
    const work = inWork(deps(), by(), async ({ emit }) => emit('alert.opened', alert('a')));
    await expect(work).rejects.toThrow('form a loop');
    expect(await recorded()).not.toContain('round');
  });

  test('calls every hook after the commit, and none after a failure', async () => {
    const called: string[] = [];
    const work = inWork(deps(), by(), async ({ record, afterCommit }) => {
      record(event('hooked'));
      afterCommit(() => {
        throw new Error('A hook failed');
      });
      afterCommit(async () => void called.push(String((await recorded()).at(-1))));
    });
    await expect(work).rejects.toThrow('What follows a commit failed.');
    expect(called).toEqual(['hooked']);
    await inWork(deps(), by(), async ({ afterCommit }) => {
      afterCommit(() => void called.push('after a failure'));
      throw new Error('no');
    }).catch(() => undefined);
    expect(called).toEqual(['hooked']);
  });

  test('rejects a nested transaction instead of waiting for ever', async () => {
    const nested = inWork(deps(), by(), () =>
      asTenant(api.database.db, api.companies.a.id, async () => undefined),
    );
    await expect(nested).rejects.toThrow('inside another one');
    await inWork(
      deps(),
      by(),
      async ({ trx }) => void (await trx.selectFrom('members').select('id').execute()),
    );
  });

  test('rejects an event emitted after events were written', async () => {
    let late: (() => void) | undefined;
    await inWork(deps(), by(), async ({ record }) => {
      late = () => record(event('late'));
    });
    expect(late).toThrow('was recorded too late');
  });

  test('chains many events of one unit as if written one by one', async () => {
    await inWork(deps(), by(), async ({ record }) => {
      record(...Array.from({ length: 1200 }, (_, index) => event(`event.${index}`)));
      record(event('event.end'));
    });
    const { rows } = await api.database.asSuperuser(
      `SELECT count(*)::int AS breaks FROM (
         SELECT prev_hash, lag(hash) OVER (ORDER BY seq) AS before, seq, lag(seq) OVER (ORDER BY seq) AS last
           FROM assay.audit_events WHERE chain = $1) e
        WHERE last IS NOT NULL AND (prev_hash <> before OR seq <> last + 1)`,
      [api.companies.a.id],
    );
    expect(rows).toEqual([{ breaks: 0 }]);
    expect((await recorded()).slice(-2)).toEqual(['event.1199', 'event.end']);
  });
});
