import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createCalendarFeed } from '#contract/notifications/notifications.ts';
import { suspicionKinds } from '#rules/audit/audit-labels.ts';
import type { TestApi, TestCompany, TestPerson } from '#tests/support/api/api.ts';
import { getLink } from '#tests/support/api/document-requests.ts';
import { requestGrant } from '#tests/support/api/support-grants.ts';
import { fillingCalls, sampleRequest } from '../../api/kernel/http/sample-requests.ts';

/** So that the lists of another company have rows of its own. */
const fewCalls = ['clients.create', 'activities.create', 'worklists.create', 'savedViews.create'];

/** The fields of a body that hold words someone wrote; every one of them is marked. */
const writtenFields = new Set([
  'familyName',
  'name',
  'reason',
  'message',
  'label',
  'summary',
  'description',
  'text',
  'note',
  'details',
  'requestedBy',
  'steps',
  'difficulties',
  'participant',
  'responsibilities',
  'scope',
  'authority',
  'from',
  'findings',
  'cause',
  'corroboration',
  'lessons',
  'changeNote',
  'recipientName',
  'bureauName',
  'source',
  'contactName',
  'fileName',
]);

/** What a company's marks begin with: words that no page, name or list has. */
export const marks = { a: 'Zqxa', b: 'Zqxb' } as const;

/** Mark of all that a call has stored: a response that shows it says by which call it was written. */
const markOf = (prefix: string, endpointId: string): string =>
  prefix +
  endpointId
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function marked(value: unknown, mark: string, field = ''): unknown {
  if (typeof value === 'string') {
    // A file's name keeps its ending, and a key stays what it is.
    if (field === 'fileName') return `${mark} ${value}`;
    if (!writtenFields.has(field) || !/\s|^[A-Z]/.test(value)) return value;
    // Names have at most 60 characters; samples end with what makes theirs unique.
    return field === 'name' ? `${value.slice(-30)} ${mark}` : `${value} ${mark}`;
  }
  if (value instanceof FormData || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => marked(each, mark, field));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each, mark, name)]));
}

/** The API for samples, which marks what is written through it. */
function withMarks(test: TestApi, prefix: string): TestApi {
  return {
    ...test,
    request: (endpoint, input, options) => {
      const { body } = input as { body?: unknown };
      if (body === undefined || endpoint.method === 'GET') return test.request(endpoint, input, options);
      const mark = markOf(prefix, endpoint.id);
      return test.request(endpoint, { ...(input as object), body: marked(body, mark) } as never, options);
    },
  };
}

/** A company with records, as the probes name them. */
export interface FilledCompany {
  company: TestCompany;
  /** An owner who is compliance officer and senior manager too: what nobody else may see, this person may. */
  lead: TestPerson;
  mark: string;
  /** Every id of a row of this company. */
  ids: ReadonlySet<string>;
  /** Ids of a table's rows, oldest first. */
  rows(table: string): readonly string[];
  /** Secrets in the links of its document requests, oldest request first. */
  links: readonly string[];
  calendarToken: string;
}

/** Fills a company with records, of every kind or few, whose written words carry its mark. */
export async function fillCompany(
  test: TestApi,
  company: TestCompany,
  { prefix, kinds }: { prefix: string; kinds: 'all' | 'few' },
): Promise<FilledCompany> {
  const setting = { test: withMarks(test, prefix), company, person: company.owner };
  const calls = kinds === 'all' ? Object.entries(fillingCalls) : fewCalls.map((id) => [id, true] as const);
  for (const [id, isSent] of calls) {
    const endpoint = endpoints.find((each) => each.id === id);
    if (endpoint === undefined) throw new Error(`There is no endpoint ${id}.`);
    const { as = company.owner, ...sample } = await sampleRequest(endpoint, setting);
    if (!isSent) continue;
    const input = { ...sample, requestKey: crypto.randomUUID() } as never;
    const outcome = await setting.test.request(endpoint, input, { as });
    if (outcome.status !== endpoint.status) throw new Error(`${id}: ${outcome.status} ${outcome.text}`);
  }
  await requestGrant(setting);
  // Last: where there is a compliance officer, an owner alone may not do everything above.
  const lead = await test.addMember(company.id, {
    role: 'owner',
    designations: ['complianceOfficer', 'seniorManager'],
    name: `Lead of ${company.name}`,
  });
  const [kind] = suspicionKinds;
  await asTenant(test.database.db, company.id, (trx) =>
    recordEvent(trx, test.clock, {
      companyId: company.id,
      actor: { type: 'user', id: lead.id, role: 'owner' },
      action: 'suspicion.raised',
      resourceType: kind,
      resourceId: crypto.randomUUID(),
      reason: markOf(prefix, 'suspicions.recorded'),
      detail: {},
      requestId: 'suspicion',
    }),
  );
  const { token } = (await test.request(createCalendarFeed, {}, { as: lead })).response;
  const stored = await readRows(test, company.id);
  const rows = (table: string) => stored.get(table) ?? [];
  return {
    company,
    lead,
    mark: prefix,
    ids: new Set([company.id, ...[...stored.values()].flat()]),
    rows,
    links: await Promise.all(rows('document_requests').map((id) => getLink(test, id))),
    calendarToken: token,
  };
}

/** Ids of a company's rows, by table. */
async function readRows(test: TestApi, companyId: string): Promise<Map<string, string[]>> {
  const { rows: tables } = await test.database.asSuperuser(
    `SELECT table_name FROM information_schema.columns WHERE table_schema = 'assay' AND column_name IN ('id', 'company_id')
        AND data_type = 'uuid' GROUP BY table_name HAVING count(*) = 2`,
  );
  const { rows } = await test.database.asSuperuser(
    tables
      .map(
        ({ table_name }) =>
          `SELECT '${table_name}' AS name, id::text FROM assay.${table_name} WHERE company_id = '${companyId}'`,
      )
      .join(' UNION ALL '),
  );
  const byTable = new Map<string, string[]>();
  for (const { name, id } of rows.sort((one, other) => String(one.id).localeCompare(String(other.id)))) {
    byTable.set(String(name), [...(byTable.get(String(name)) ?? []), String(id)]);
  }
  return byTable;
}
