import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listCompanies } from '#contract/platform.ts';
import { accessMark, subscriptionMark } from '../../components/admin-layout/admin-marks.ts';
import { queryString, valuesFrom } from '../../components/admin-layout/filter-url.ts';
import { FilterSelect, ListFilterForm } from '../../components/list-page/filter-form.tsx';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { ListPages } from '../../components/list-page/list-pages.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { Marked } from '../../components/mark.tsx';
import { RecordTable, shownText } from '../../components/table.tsx';
import { asAdmin } from '../../session.server.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { listProblem } from './list-problem.server.ts';

export const meta: MetaFunction = () => [{ title: 'Companies – Platform administration – Assay' }];

/** Filters of the list by their names in the URL. */
const companyFilterNames = ['q', 'country', 'restricted', 'subscription', 'onboarding'] as const;

export const loader = asAdmin(async ({ api, url }) => {
  const filters = valuesFrom(url.searchParams, companyFilterNames);
  const before = url.searchParams.get('before') ?? undefined;
  const listed = await api.submit(listCompanies, { query: { ...filters, before } as never });
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
    access: accessMark(company),
    subscription: subscriptionMark(company),
    people: company.people,
    signedUp: dayText(company.createdAt, 'UTC'),
  }));
  return data({
    filters,
    problem: null,
    shown: shownText(lines.length, total),
    lines,
    nextHref: nextBefore && `/admin/companies${queryString({ ...filters, before: nextBefore })}`,
    firstHref: before === undefined ? null : `/admin/companies${queryString(filters)}`,
  });
});

const columns = [
  { label: 'Name' },
  { label: 'Legal name' },
  { label: 'Country' },
  { label: 'Access' },
  { label: 'Subscription' },
  { label: 'People', isFigure: true },
  { label: 'Signed up' },
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
          <ListCount text={lines.length === 0 ? 'No company fits.' : shown}>
            <a href={`/admin/companies/export.csv${queryString(filters)}`} download>
              Export as CSV
            </a>
          </ListCount>
          {lines.length === 0 ? null : (
            <RecordTable caption="Companies" columns={columns}>
              {lines.map((line) => (
                <tr key={line.id}>
                  <td>
                    <a href={`/admin/companies/${line.id}`}>{line.name}</a>
                  </td>
                  <td data-label="Legal name">{line.legalName}</td>
                  <td data-label="Country">{line.country}</td>
                  <td data-label="Access">
                    <Marked by={line.access.mark}>{line.access.word}</Marked>
                  </td>
                  <td data-label="Subscription">
                    <Marked by={line.subscription.mark}>{line.subscription.word}</Marked>
                  </td>
                  <td data-label="People" className="md:text-right">
                    {line.people}
                  </td>
                  <td data-label="Signed up" className="whole">
                    {line.signedUp}
                  </td>
                </tr>
              ))}
            </RecordTable>
          )}
          <ListPages firstHref={firstHref} nextHref={nextHref} />
        </>
      )}
    </>
  );
}

function FilterForm({ filters }: { filters: Record<string, string> }) {
  return (
    <ListFilterForm
      path="/admin/companies"
      query={JSON.stringify(filters)}
      look="md:grid-cols-3 lg:grid-cols-[2fr_repeat(4,1fr)_auto]"
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
          { value: 'yes', label: 'Closed for any reason' },
          { value: 'byAdmin', label: 'Restricted by an admin' },
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
    </ListFilterForm>
  );
}
