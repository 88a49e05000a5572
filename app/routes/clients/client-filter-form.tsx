import type { ClientFilters } from '#contract/clients.ts';
import {
  cddStatuses,
  cddStatusLabels,
  clientKindOf,
  clientStatuses,
  clientStatusLabels,
  clientTypeLabels,
  clientTypes,
  riskLevelLabels,
  riskLevels,
} from '#rules/client-types.ts';
import { FilterChipList } from '../../components/filter-chips.tsx';
import {
  FilterSelect,
  ListFilterForm,
  whoChoices,
  whoText,
} from '../../components/list-page/filter-form.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { type filterNames, queryOf } from './client-filters.ts';

interface Member {
  id: string;
  name: string;
}

const statusChoices = clientStatuses.map((value) => ({ value, label: clientStatusLabels[value] }));

const riskChoices = riskLevels.map((value) => ({ value, label: riskLevelLabels[value] }));

const cddChoices = cddStatuses.map((value) => ({ value, label: cddStatusLabels[value] }));

const reviewLabels = { overdue: 'Overdue', due30: 'Due in 30 days' };

const reviewChoices = Object.entries(reviewLabels).map(([value, label]) => ({ value, label }));

const sortChoices = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'best', label: 'Best match' },
];

const kindTabs = [
  { kind: undefined, label: 'All' },
  { kind: 'individual', label: 'Individuals' },
  { kind: 'business', label: 'Businesses' },
] as const;

/** Individuals, businesses or both; a type of the other kind does not go along. */
export function KindTabs({ filters }: { filters: ClientFilters }) {
  const tabs = kindTabs.map(({ kind, label }) => {
    const type = filters.type && kind && clientKindOf(filters.type) !== kind ? undefined : filters.type;
    return {
      to: `/clients${queryOf({ ...filters, kind, type })}`,
      label,
      isCurrent: filters.kind === kind,
    };
  });
  return <ViewTabs label="Kinds of client" tabs={tabs} />;
}

/** Search, filters and order: a plain search form, whose URL is the list. */
export function ClientFilterForm({
  filters,
  members,
}: {
  filters: ClientFilters;
  members: readonly Member[];
}) {
  const types = clientTypes
    .filter((type) => filters.kind === undefined || clientKindOf(type) === filters.kind)
    .map((value) => ({ value, label: clientTypeLabels[value] }));
  return (
    <ListFilterForm
      path="/clients"
      query={queryOf(filters)}
      look="md:grid-cols-[minmax(180px,2fr)_repeat(4,minmax(0,1fr))]"
      // The bare list may be one that a saved view opens with.
      whenEmpty={[['view', 'all']]}
      search={{ value: filters.q, placeholder: 'Name, number or reference' }}
    >
      {filters.kind ? <input type="hidden" name="kind" value={filters.kind} /> : null}
      {/* On a phone the list matters more than how it is narrowed: without script as well. */}
      <label className="col-span-2 flex min-h-6 items-center gap-2 md:hidden max-md:[&:not(:has(:checked))~.filter]:hidden">
        <input type="checkbox" defaultChecked={chips(filters, members).some(({ name }) => name !== 'q')} />
        Show filters
      </label>
      <FilterSelect name="type" label="Type" value={filters.type} empty="Any" choices={types} />
      <FilterSelect name="status" label="Status" value={filters.status} empty="Any" choices={statusChoices} />
      <FilterSelect name="risk" label="Risk" value={filters.risk} empty="Any" choices={riskChoices} />
      <FilterSelect name="cdd" label="CDD" value={filters.cdd} empty="Any" choices={cddChoices} />
      <FilterSelect
        name="responsible"
        label="Responsible"
        value={filters.responsible}
        empty="Anybody"
        choices={whoChoices(members)}
      />
      <FilterSelect
        name="review"
        label="Next review"
        value={filters.review}
        empty="Any"
        choices={reviewChoices}
      />
      <FilterSelect name="sort" label="Order" value={filters.sort} empty="Usual" choices={sortChoices} />
    </ListFilterForm>
  );
}

/** The filters in use, in words. */
function chips(
  { q, type, status, risk, cdd, review, responsible }: ClientFilters,
  members: readonly Member[],
) {
  const found: { name: (typeof filterNames)[number]; text: string }[] = [];
  if (q) found.push({ name: 'q', text: `“${q}”` });
  if (type) found.push({ name: 'type', text: clientTypeLabels[type] });
  if (status) found.push({ name: 'status', text: clientStatusLabels[status] });
  if (risk) found.push({ name: 'risk', text: `Risk: ${riskLevelLabels[risk] ?? risk}` });
  if (cdd) found.push({ name: 'cdd', text: `CDD: ${cddStatusLabels[cdd] ?? cdd}` });
  if (review) found.push({ name: 'review', text: `Next review: ${reviewLabels[review] ?? review}` });
  if (responsible) found.push({ name: 'responsible', text: `Responsible: ${whoText(responsible, members)}` });
  return found;
}

/** Each filter in use with a link that takes it off. */
export function FilterChips({ filters, members }: { filters: ClientFilters; members: readonly Member[] }) {
  const inUse = chips(filters, members).map(({ name, text }) => ({
    name,
    text,
    href: `/clients${queryOf({ ...filters, [name]: undefined })}`,
  }));
  const allOffHref = `/clients${queryOf({ kind: filters.kind, sort: filters.sort })}`;
  return <FilterChipList chips={inUse} allOffHref={allOffHref} />;
}
