import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { listCompanies } from '#contract/platform/platform.ts';
import { accessBadge, subscriptionBadge } from '../../components/admin-layout/admin-badges.ts';
import { queryString, valuesFrom } from '../../components/admin-layout/filter-url.ts';
import { Badge } from '../../components/badge.tsx';
import { formatDay } from '../../components/format-instant.server.ts';
import { FilterBar, FilterSelect } from '../../components/list-page/filter-bar.tsx';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { type Column, DataTable, formatShownOfTotal } from '../../components/table.tsx';
import { asAdmin } from '../../session/session.server.ts';
import { listProblem } from './list-problem.server.ts';

export const meta: MetaFunction = () => [{ title: adminTitle('Companies') }];

/** Filters of the list by their names in the URL. */
const companyFilterNames = ['q', 'country', 'restricted', 'subscription', 'onboarding'] as const;

export const loader = asAdmin(async ({ api, url }) => {
  const filters = valuesFrom(url.searchParams, companyFilterNames);
  const before = url.searchParams.get('before') ?? undefined;
  const listed = await api.submitForm(listCompanies, { query: { ...filters, before } });
  if (!listed.ok) {
    const page = {
      filters,
      problem: listProblem(listed.problem),
      shown: '',
      lines: [],
      nextHref: null,
      firstHref: null,
    };
    return data(page, { status: listed.problem.status });
  }
  const { items, total, nextBefore } = listed.value;
  const lines = items.map((company) => ({
    id: company.id,
    name: company.name,
    legalName: company.legalName,
    country: company.billingCountryCode,
    access: accessBadge(company),
    subscription: subscriptionBadge(company),
    people: company.people,
    signedUp: formatDay(company.createdAt, 'UTC'),
  }));
  return data({
    filters,
    problem: null,
    shown: formatShownOfTotal(lines.length, total),
    lines,
    nextHref: nextBefore && `/admin/companies${queryString({ ...filters, before: nextBefore })}`,
    firstHref: before === undefined ? null : `/admin/companies${queryString(filters)}`,
  });
});

type CompanyRow = ReturnType<typeof useLoaderData<typeof loader>>['lines'][number];

const columns: Column<CompanyRow>[] = [
  { title: 'Name', cell: ({ id, name }) => <a href={`/admin/companies/${id}`}>{name}</a> },
  { title: 'Legal name', cell: ({ legalName }) => legalName },
  { title: 'Country', cell: ({ country }) => country },
  { title: 'Access', cell: ({ access }) => <Badge by={access.mark}>{access.word}</Badge> },
  {
    title: 'Subscription',
    cell: ({ subscription }) => <Badge by={subscription.mark}>{subscription.word}</Badge>,
  },
  { title: 'People', isFigure: true, cell: ({ people }) => people },
  { title: 'Signed up', isWhole: true, cell: ({ signedUp }) => signedUp },
];

export default function AdminCompanies() {
  const { filters, problem, shown, lines, nextHref, firstHref } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Companies</h1>
      <FilterForm filters={filters} />
      {problem ? (
        <ListProblem problem={problem} href="/admin/companies" />
      ) : (
        <>
          <ListCount text={lines.length === 0 ? 'No companies found' : shown}>
            <a href={`/admin/companies/export.csv${queryString(filters)}`}>Export as CSV</a>
          </ListCount>
          <DataTable caption="Companies" columns={columns} rows={lines} rowKey={({ id }) => id} />
          <ListPages firstHref={firstHref} nextHref={nextHref} />
        </>
      )}
    </>
  );
}

function FilterForm({ filters }: { filters: Record<string, string> }) {
  return (
    <FilterBar
      path="/admin/companies"
      query={JSON.stringify(filters)}
      columns="md:grid-cols-3 lg:grid-cols-[2fr_repeat(4,1fr)_auto]"
      isFiltered={Object.entries(filters).some(([name, value]) => name !== 'q' && value)}
      search={{ label: 'Name, NZBN, ABN or ACN', value: filters.q }}
    >
      <FilterSelect
        name="country"
        label="Country"
        value={filters.country}
        empty="Any"
        choices={[
          { value: 'AUS', label: 'Australia' },
          { value: 'NZL', label: 'New Zealand' },
        ]}
      />
      <FilterSelect
        name="restricted"
        label="Access"
        value={filters.restricted}
        empty="Any"
        choices={[
          { value: 'no', label: 'Open' },
          { value: 'yes', label: 'Closed' },
          { value: 'byAdmin', label: 'Restricted by platform admin' },
        ]}
      />
      <FilterSelect
        name="subscription"
        label="Subscription"
        value={filters.subscription}
        empty="Any"
        choices={[
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Not active' },
          { value: 'pastDue', label: 'Payment overdue' },
        ]}
      />
      <FilterSelect
        name="onboarding"
        label="Set-up"
        value={filters.onboarding}
        empty="Any"
        choices={[
          { value: 'done', label: 'Finished' },
          { value: 'open', label: 'Not finished' },
        ]}
      />
    </FilterBar>
  );
}
