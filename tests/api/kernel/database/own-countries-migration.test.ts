import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

const at = '2026-06-01T00:00:00Z';
const companyId = uuidv7();
const memberId = uuidv7();

type Statement = [text: string, values: unknown[]];

/** The response to a saved list, as formerly stored for a repeated request. */
const response = { key: 'firm', version: 1, asAt: '2026-02-13', countries: ['PAN'], source: '', note: '' };

const saved = (key: string, version: number, savedAt: string, countries: string): Statement => [
  `INSERT INTO country_lists (company_id, key, version, as_at, countries, note, saved_at, saved_by)
   VALUES ($1, $2, $3, '2026-02-13', $4, '', $5, $6)`,
  [companyId, key, version, countries, savedAt, memberId],
];

describe.each(testEngines)('lists that companies saved freely on %s', (engine) => {
  let schema: FormerSchema;

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0117');
    await schema.asOwner([
      [
        `INSERT INTO companies (id, name, regulated_in, time_zone, created_at, created_by, updated_at)
         VALUES ($1, 'Kauri Conveyancing', '{NZL}', 'Pacific/Auckland', $2, 'system', $2)`,
        [companyId, at],
      ],
      [
        `INSERT INTO members (company_id, id, login_id, name, role, designations, status, created_at, created_by, updated_at)
         VALUES ($1, $2, 'manager@kauri.test', 'Moana Reti', 'owner', '{}', 'active', $3, 'system', $3)`,
        [companyId, memberId, at],
      ],
      [
        `INSERT INTO request_keys (scope, subject, endpoint, key, body_hash, status, body, created_at)
         VALUES ($1, $2, 'countryLists.save', 'key', 'hash', 200, $3, $4)`,
        [companyId, memberId, JSON.stringify(response), at],
      ],
      saved('callForAction', 1, at, '{}'),
      saved('firm', 1, at, '{PAN,IRN,AGO}'),
      // Algeria was shipped until 18 June 2026 in New Zealand, Iraq from the 19th on.
      saved('increasedMonitoring', 1, '2026-06-18T11:59:00Z', '{DZA,IRQ,PAN}'),
      saved('increasedMonitoring', 2, '2026-06-18T12:01:00Z', '{DZA,IRQ,PAN}'),
    ]);
    await schema.migrate();
  });
  afterAll(() => schema?.close());

  it('have as the company’s own what was not shipped on the day they were saved', async () => {
    const rows = await schema.asOwner([
      ['SELECT key, version, added FROM country_lists ORDER BY key, version'],
    ]);
    expect(rows.map(({ key, version, added }) => [key, version, added])).toEqual([
      ['callForAction', 1, []],
      ['firm', 1, ['AGO', 'PAN']],
      ['increasedMonitoring', 1, ['IRQ', 'PAN']],
      ['increasedMonitoring', 2, ['DZA', 'PAN']],
    ]);
  });

  it('are returned in a response that is stored for a repeated request', async () => {
    const [row] = await schema.asOwner([['SELECT body FROM request_keys']]);
    expect(row?.body).toEqual({
      ...response,
      ownCountries: ['PAN'],
      shipped: { asAt: '2026-02-13', countries: [], source: '', note: '' },
    });
  });
});
