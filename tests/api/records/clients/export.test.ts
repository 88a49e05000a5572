import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportClients } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, personForm } from './support.ts';

/** Reads RFC 4180 CSV: quoted fields, doubled quotes, line breaks inside quotes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '' && row.length === 0) break;
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe.each(testEngines)('export of clients on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await openTestApi(engine);
    const { owner, staff } = api.companies.a;
    await create(
      api,
      owner,
      personForm('=HYPERLINK("http://x")', '+Smith', {
        externalId: '@risk',
        responsibleMemberId: staff.id,
        relationshipPurpose: 'Line one\n"quoted", and a comma',
        tags: ['-1', 'two'],
        individual: { dateOfBirth: '1980-02-29', otherNames: ['Tāne'] },
      }),
    );
    await create(
      api,
      owner,
      businessForm('Kōwhai Café Limited', {
        phone: '+64215550123',
        addresses: [
          { addressLine1: '1 High Street', state: 'Auckland', postcode: '1010', countryCode: 'NZL' },
        ],
        business: { nzbn: '9429046393920' },
      }),
    );
    await create(api, api.companies.b.owner, personForm('Other', 'Company'));
  });
  afterAll(() => api?.close());

  async function exported(query: Record<string, unknown> = {}) {
    const outcome = await api.request(exportClients, { query }, { as: api.companies.a.auditor });
    const [head = [], ...rows] = readCsv(outcome.text.replace(/^\ufeff/, ''));
    const records = rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place]])));
    return { text: outcome.text, headers: outcome.headers, records };
  }

  test('round-trips the stored values, with an apostrophe before formulas', async () => {
    const { records, text, headers } = await exported();
    expect(text.startsWith('Name,Kind,')).toBe(true);
    const raw = await api.fetch('/api/v1/clients/export', {
      headers: { Authorization: `Bearer ${api.companies.a.staff.token}` },
    });
    expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="clients-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    expect(records).toHaveLength(2);
    expect(records[1]).toMatchObject({
      Name: `'=HYPERLINK("http://x") +Smith`,
      'Given names': `'=HYPERLINK("http://x")`,
      'Family name': "'+Smith",
      'External ID': "'@risk",
      'Date of birth': '1980-02-29',
      'Other names': 'Tāne',
      'Relationship owner': api.companies.a.staff.name,
      'Purpose of the relationship': 'Line one\n"quoted", and a comma',
      Tags: "'-1; two",
      Status: 'Draft',
      NZBN: '',
    });
    expect(records[0]).toMatchObject({
      Name: 'Kōwhai Café Limited',
      Kind: 'Business',
      NZBN: '9 429046 393920',
      Address: '1 High Street, Auckland, 1010, New Zealand',
      Phone: "'+64215550123",
    });
  });

  test('has the clients of the filter and of the search alone', async () => {
    expect((await exported({ kind: 'business' })).records.map(({ Name }) => Name)).toEqual([
      'Kōwhai Café Limited',
    ]);
    expect((await exported({ q: 'kowhia' })).records.map(({ Name }) => Name)).toEqual([
      'Kōwhai Café Limited',
    ]);
    expect((await exported({ q: '9429046393920' })).records).toHaveLength(1);
    expect((await exported({ q: 'nobody at all' })).records).toEqual([]);
  });

  test('writes every client once over several batches, in list order, and audits the export', async () => {
    const company = await api.addCompany('Many Clients');
    const { id } = await create(api, company.owner, personForm('Pattern', 'Person'));
    await api.database.asSuperuser(
      `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
         'sort_name', 'person, ' || n, 'display_name', 'Person ' || n))).*
       FROM assay.clients c, generate_series(1, 1202) n WHERE c.id = $1`,
      [id],
    );
    for (const query of [{}, { q: 'pattern' }]) {
      const { text } = await api.request(exportClients, { query }, { as: company.staff });
      const ids = readCsv(text)
        .slice(1)
        .map((row) => row.at(-1));
      expect(ids).toHaveLength(1203);
      expect(new Set(ids).size).toBe(1203);
    }
    const { rows } = await api.database.asSuperuser(
      `SELECT e.actor_id, d.detail FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.chain = $1 AND e.action = 'clients.exported' ORDER BY e.seq`,
      [company.id],
    );
    expect(rows).toEqual([
      { actor_id: company.staff.id, detail: { filter: { q: null }, count: 1203, complete: true } },
      { actor_id: company.staff.id, detail: { filter: { q: 'pattern' }, count: 1203, complete: true } },
    ]);
  });
});
