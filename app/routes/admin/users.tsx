import { data, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { recordId } from '#contract/fields.ts';
import { listUsers, readUser } from '#contract/platform.ts';
import { queryString, valuesFrom } from '../../components/admin-layout/filter-url.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { FilterSelect, ListFilterForm } from '../../components/list-page/filter-form.tsx';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { ListPages } from '../../components/list-page/list-pages.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { RecordTable, shownText } from '../../components/table.tsx';
import { memberStatusLabels } from '../../components/team-marks.ts';
import { errorResponse } from '../../error-answer.ts';
import type { SignedInArgs } from '../../guards.server.ts';
import { asAdmin } from '../../session.server.ts';
import { listProblem } from './list-problem.server.ts';
import { personLine } from './person-line.server.ts';
import { PersonRow } from './person-row.tsx';
import { answerUser } from './user-question.server.ts';
import { UserQuestion } from './user-question.tsx';

export const meta: MetaFunction = () => [{ title: 'Users – Platform administration – Assay' }];

export const loader = asAdmin(async (args) => {
  const { api, url } = args;
  if (url.searchParams.has('user')) return data({ ask: await loadQuestion(args), list: null });
  const filters = valuesFrom(url.searchParams, ['q', 'status', 'company']);
  const before = url.searchParams.get('before') ?? undefined;
  const listed = await api.submit(listUsers, { query: { ...filters, before } as never });
  if (!listed.ok) {
    const list = {
      filters,
      problem: listProblem(listed.problem),
      shown: '',
      lines: [],
      company: null,
      nextHref: null,
      firstHref: null,
    };
    return data({ ask: null, list }, { status: listed.problem.status });
  }
  const { items, total, nextBefore, company } = listed.value;
  const list = {
    filters,
    problem: null,
    shown: shownText(items.length, total),
    lines: items.map(personLine),
    company,
    nextHref: nextBefore && `/admin/users${queryString({ ...filters, before: nextBefore })}`,
    firstHref: before === undefined ? null : `/admin/users${queryString(filters)}`,
  };
  return data({ ask: null, list });
});

const acts = ['suspended', 'active', 'invite'] as const;

/** The person and the question of `?user=…&act=…`. */
async function loadQuestion({ api, url, requestId }: SignedInArgs) {
  const id = recordId.safeParse(url.searchParams.get('user'));
  const act = acts.find((one) => one === url.searchParams.get('act'));
  if (!id.success || act === undefined) throw errorResponse(404, { code: 'record.notFound', requestId });
  const user = await api.call(readUser, { params: { userId: id.data } });
  return { act, version: user.version, person: personLine(user), requestKey: newRequestKey() };
}

export const action = asAdmin(answerUser);

export default function AdminUsers() {
  const { ask, list } = useLoaderData<typeof loader>();
  if (ask !== null) return <UserQuestion {...ask} />;
  return (
    <>
      <h1>Users</h1>
      <FilterForm filters={list.filters} company={list.company} />
      {list.problem ? <ListProblem problem={list.problem} href="/admin/users" /> : <Users {...list} />}
    </>
  );
}

const columns = ['Name', 'Email', 'Company', 'Role', 'Status', 'Last sign-in', 'Do'].map((label) => ({
  label,
}));

type List = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['list']>;

function Users({ lines, shown, filters, nextHref, firstHref }: List) {
  return (
    <>
      <ListCount text={lines.length === 0 ? 'Nobody fits.' : shown}>
        <a href={`/admin/users/export.csv${queryString(filters)}`} download>
          Export as CSV
        </a>
      </ListCount>
      {lines.length === 0 ? null : (
        <RecordTable caption="Users" columns={columns}>
          {lines.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              company={<a href={`/admin/companies/${person.company.id}`}>{person.company.name}</a>}
            />
          ))}
        </RecordTable>
      )}
      <ListPages firstHref={firstHref} nextHref={nextHref} />
    </>
  );
}

const statusChoices = Object.entries(memberStatusLabels).map(([value, label]) => ({ value, label }));

function FilterForm({ filters, company }: Pick<List, 'filters' | 'company'>) {
  return (
    <>
      <ListFilterForm
        path="/admin/users"
        query={JSON.stringify(filters)}
        look="md:max-w-3xl md:grid-cols-[2fr_1fr_auto]"
        search={{ label: 'Name or email', value: filters.q }}
      >
        <FilterSelect
          name="status"
          label="Status"
          value={filters.status}
          empty="Any"
          choices={statusChoices}
        />
        {filters.company ? <input type="hidden" name="company" value={filters.company} /> : null}
      </ListFilterForm>
      {company ? (
        <p className="mt-3 text-sm">
          People of <Link to={`/admin/companies/${company.id}`}>{company.name}</Link> only.{' '}
          <Link to="/admin/users">Show everybody</Link>
        </p>
      ) : null}
    </>
  );
}
