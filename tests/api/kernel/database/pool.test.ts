import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asJobs, asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe.each(testEngines)('the database on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('values are read alike on both engines', async () => {
    const { rows } =
      await sql`SELECT 9007199254740991::int8 AS int8, 1.50::numeric AS numeric, date '2026-03-02' AS date,
      timestamptz '2026-03-02 09:00:00.123456+13' AS instant, timestamptz '2026-03-02 09:00:00+00' AS whole,
      '{"a": [1, null]}'::jsonb AS jsonb, '{"b": 1}'::json AS json, true AS bool, 'x'::text AS text, 2::int4 AS int4,
      ARRAY[1, 2]::int8[] AS int8s, ARRAY['a', NULL, 'b"c'] AS texts, ARRAY[date '2026-03-02'] AS dates,
      ARRAY[1.50]::numeric[] AS numerics, ARRAY[timestamptz '2026-03-02 09:00:00+00'] AS instants, 0.5::float8 AS float,
      gen_random_uuid() IS NOT NULL AS uuid, NULL::text AS nothing`.execute(database.db);
    expect(rows).toEqual([
      {
        int8: 9007199254740991,
        numeric: '1.50',
        date: '2026-03-02',
        instant: '2026-03-01T20:00:00.123Z',
        whole: '2026-03-02T09:00:00.000Z',
        jsonb: { a: [1, null] },
        json: { b: 1 },
        bool: true,
        text: 'x',
        int4: 2,
        int8s: [1, 2],
        texts: ['a', null, 'b"c'],
        dates: ['2026-03-02'],
        numerics: ['1.50'],
        instants: ['2026-03-02T09:00:00.000Z'],
        float: 0.5,
        uuid: true,
        nothing: null,
      },
    ]);
    await expect(sql`SELECT 9007199254740993::int8`.execute(database.db)).rejects.toThrow(RangeError);
  });

  test('values are written alike on both engines', async () => {
    const { rows } =
      await sql`SELECT ${'o’Connor "Māori" \\ {,}'}::text AS text, ${['a,b', 'c"d', null]}::text[] AS texts,
      ${JSON.stringify({ a: ['ū', 1] })}::jsonb AS jsonb, ${'2026-03-02'}::date AS date, ${'1.50'}::numeric AS numeric,
      ${'2026-03-02T09:00:00.001Z'}::timestamptz AS instant, ${null}::int AS nothing`.execute(database.db);
    expect(rows).toEqual([
      {
        text: 'o’Connor "Māori" \\ {,}',
        texts: ['a,b', 'c"d', null],
        jsonb: { a: ['ū', 1] },
        date: '2026-03-02',
        numeric: '1.50',
        instant: '2026-03-02T09:00:00.001Z',
        nothing: null,
      },
    ]);
  });

  test('two companies and a job at once never see each other’s rows, nor rolled-back ones', async () => {
    const [kauri, wattle] = [
      await insertCompany(database, 'Kauri 0'),
      await insertCompany(database, 'Wattle 0'),
    ];
    const committed = { Kauri: 0, Wattle: 0 };

    async function tenant(name: 'Kauri' | 'Wattle', companyId: string, turn: number): Promise<void> {
      await asTenant(database.db, companyId, async (trx) => {
        const own = async () => trx.selectFrom('companies').select(['id', 'name']).execute();
        await soon();
        expect(await own()).toMatchObject([{ id: companyId }]);
        await trx
          .updateTable('companies')
          .set({ name: `${name} in turn ${turn}` })
          .execute();
        await soon();
        expect(await own()).toEqual([{ id: companyId, name: `${name} in turn ${turn}` }]);
        if (turn % 3 === 0) throw new Error('rolled back');
        await trx
          .updateTable('companies')
          .set({ name: `${name} ${committed[name] + 1}` })
          .execute();
        committed[name] += 1;
      });
    }
    async function job(): Promise<void> {
      await asJobs(database.db, async (trx) => {
        await soon();
        const names = await trx.selectFrom('companies').select('name').execute();
        expect(names).toHaveLength(2);
        for (const { name } of names) expect(name).toMatch(/^(Kauri|Wattle) \d+$/);
      });
    }
    /** Borrows a connection, opens a transaction as a company, and releases the connection unchanged. */
    async function careless(companyId: string): Promise<void> {
      const client = await database.pool.connect();
      await client.query(`BEGIN; SET LOCAL ROLE assay_tenant; SET LOCAL app.company_id TO '${companyId}'`);
      await client.query(`UPDATE companies SET name = 'never committed'`);
      client.release();
    }
    async function stranger(): Promise<void> {
      await expect(database.pool.query('SELECT * FROM companies')).rejects.toMatchObject({ code: '42501' });
      const { rows } = await database.pool.query('SELECT current_user AS role');
      expect(rows).toEqual([{ role: 'assay_app' }]);
    }

    // One company's transactions run one after another, or a server would interleave reads and writes of the same row.
    const series = async (name: 'Kauri' | 'Wattle', companyId: string) => {
      for (let turn = 1; turn <= 20; turn += 1) {
        const work = tenant(name, companyId, turn);
        if (turn % 3 === 0) await expect(work).rejects.toThrow('rolled back');
        else await work;
        if (turn % 5 === 0) await careless(companyId);
      }
    };
    const repeat = async (work: () => Promise<void>) => {
      for (let turn = 0; turn < 20; turn += 1) await work();
    };
    await Promise.all([
      series('Kauri', kauri.companyId),
      series('Wattle', wattle.companyId),
      repeat(job),
      repeat(job),
      repeat(stranger),
      repeat(stranger),
    ]);
    const names = await asJobs(database.db, (trx) =>
      trx.selectFrom('companies').select('name').orderBy('name').execute(),
    );
    expect(names).toEqual([{ name: 'Kauri 14' }, { name: 'Wattle 14' }]);
  });

  test('a statement after its transaction is rejected, whichever caller has the connection by then', async () => {
    const { companyId } = await insertCompany(database, 'On time');
    const kept = await asTenant(database.db, companyId, async (trx) => ({ trx }));
    const rename = () => kept.trx.updateTable('companies').set({ name: 'too late' }).execute();
    await expect(rename()).rejects.toThrow();
    await asTenant(database.db, companyId, async (trx) => {
      await expect(rename()).rejects.toThrow();
      expect(await trx.selectFrom('companies').select('name').execute()).toEqual([{ name: 'On time' }]);
    });
    const lent = await database.db.connection().execute(async (connection) => ({ connection }));
    await expect(sql`SELECT 1`.execute(lent.connection)).rejects.toThrow('came too late');
  });

  test('a swallowed failure is not acknowledged as saved', async () => {
    const { companyId } = await insertCompany(database, 'Swallowed');
    const swallowed = asTenant(database.db, companyId, async (trx) => {
      await trx.updateTable('companies').set({ name: 'Lost' }).execute();
      await sql`SELECT 1/0`.execute(trx).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow('Nothing was saved');
  });

  test('the connection is usable after any failure', async () => {
    for (const broken of [
      'SELEC',
      'SELECT 1/0',
      'BEGIN; SELECT 1/0',
      'BEGIN',
      'SET LOCAL ROLE assay_owner',
    ]) {
      await database.pool.query(broken).catch(() => {});
      const { rows } = await database.pool.query(
        'SELECT current_user AS role, pg_current_xact_id_if_assigned() AS xid',
      );
      expect(rows).toEqual([{ role: 'assay_app', xid: null }]);
    }
  });

  test('large results and many statements are not mixed up', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { rows } = await sql<{ n: number; text: string }>`
          SELECT ${index}::int AS n, repeat('x', 20000) AS text`.execute(database.db);
        return rows[0]?.n;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  test('a long series of statements yields to timers and requests', async () => {
    // A series as long as it takes, on a machine of any speed. Without an end it would block what ends a test, too.
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    for (let index = 0; turns <= 5 && index < 100_000; index += 1)
      await sql`SELECT ${index}::int`.execute(database.db);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  test('a closed database rejects statements', async () => {
    const other = await openTestDatabase(engine);
    const running = asJobs(other.db, async (trx) => {
      await soon();
      return (await sql<{ one: number }>`SELECT 1 AS one`.execute(trx)).rows;
    });
    await soon();
    await other.close();
    expect(await running).toEqual([{ one: 1 }]);
    await expect(other.pool.query('SELECT 1')).rejects.toThrow();
  });
});
