import { data, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { recordId } from '#contract/fields.ts';
import { listUsers, readUser } from '#contract/platform/platform.ts';
import { queryString, valuesFrom } from '../../components/admin-layout/filter-url.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { FilterBar, FilterSelect } from '../../components/list-page/filter-bar.tsx';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { memberStatusLabels } from '../../components/member-status-badges.ts';
import { formatShownOfTotal } from '../../components/table.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import type { SignedInArgs } from '../../session/guard-args.server.ts';
import { asAdmin } from '../../session/session.server.ts';
import { listProblem } from './list-problem.server.ts';
import { PeopleTable } from './people-table.tsx';
import { handleUserAction } from './user-confirmation.server.ts';
import { UserQuestion } from './user-confirmation.tsx';
import { personLine } from './user-row.server.ts';

export const meta: MetaFunction = () => [{ title: adminTitle('Users') }];

export const loader = asAdmin(async (args) => {
  const { api, url } = args;
  if (url.searchParams.has('user')) return data({ ask: await loadQuestion(args), list: null });
  const filters = valuesFrom(url.searchParams, ['q', 'status', 'company']);
  const before = url.searchParams.get('before') ?? undefined;
  const listed = await api.submitForm(listUsers, { query: { ...filters, before } });
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
    shown: formatShownOfTotal(items.length, total),
    lines: items.map(personLine),
    company,
    nextHref: nextBefore && `/admin/users${queryString({ ...filters, before: nextBefore })}`,
    firstHref: before === undefined ? null : `/admin/users${queryString(filters)}`,
  };
  return data({ ask: null, list });
});

const actions = ['suspended', 'active', 'invite'] as const;

/** The person and the question of `?user=…&act=…`. */
async function loadQuestion({ api, url, requestId }: SignedInArgs) {
  const id = recordId.safeParse(url.searchParams.get('user'));
  const action = actions.find((known) => known === url.searchParams.get('act'));
  if (!id.success || action === undefined) throw errorResponse(404, { code: 'record.notFound', requestId });
  const user = await api.call(readUser, { params: { userId: id.data } });
  return { action, version: user.version, person: personLine(user), requestKey: newRequestKey() };
}

export const action = asAdmin(handleUserAction);

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

type List = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['list']>;

function Users({ lines, shown, filters, nextHref, firstHref }: List) {
  return (
    <>
      <ListCount text={lines.length === 0 ? 'No users found' : shown}>
        <a href={`/admin/users/export.csv${queryString(filters)}`}>Export as CSV</a>
      </ListCount>
      <PeopleTable
        caption="Users"
        people={lines}
        company={({ company: { id, name } }) => <a href={`/admin/companies/${id}`}>{name}</a>}
      />
      <ListPages firstHref={firstHref} nextHref={nextHref} />
    </>
  );
}

const statusChoices = Object.entries(memberStatusLabels).map(([value, label]) => ({ value, label }));

function FilterForm({ filters, company }: Pick<List, 'filters' | 'company'>) {
  return (
    <>
      <FilterBar
        path="/admin/users"
        query={JSON.stringify(filters)}
        columns="md:max-w-3xl md:grid-cols-[2fr_1fr_auto]"
        isFiltered={filters.status !== undefined}
        folds={false}
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
      </FilterBar>
      {company ? (
        <p className="mt-3 text-sm">
          People of <Link to={`/admin/companies/${company.id}`}>{company.name}</Link> only.{' '}
          <Link to="/admin/users">Show everyone</Link>
        </p>
      ) : null}
    </>
  );
}
