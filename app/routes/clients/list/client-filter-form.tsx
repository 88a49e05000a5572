import type { ClientFilters } from '#contract/clients/client-record.ts';
import {
  cddStatuses,
  cddStatusLabels,
  clientTypeLabels,
  clientTypes,
  displayStatuses,
  displayStatusLabels,
  getClientKind,
  riskLevelLabels,
  riskLevels,
} from '#rules/clients/client-types.ts';
import {
  FilterBar,
  FilterSelect,
  formatAssignee,
  whoChoices,
} from '../../../components/list-page/filter-bar.tsx';
import { ViewTabs } from '../../../components/view-tabs.tsx';
import { type filterNames, getQuery } from './client-filters.ts';

interface Member {
  id: string;
  name: string;
}

const statusChoices = displayStatuses.map((value) => ({ value, label: displayStatusLabels[value] }));

const riskChoices = riskLevels.map((value) => ({ value, label: riskLevelLabels[value] }));

const cddChoices = cddStatuses.map((value) => ({ value, label: cddStatusLabels[value] }));

const reviewLabels = { overdue: 'Overdue', due30: 'Due in 30 days' };

const reviewChoices = Object.entries(reviewLabels).map(([value, label]) => ({ value, label }));

const decidedLabels = { byOne: 'By one person' };

const originLabels = { import: 'Imported' };

const originChoices = Object.entries(originLabels).map(([value, label]) => ({ value, label }));

const monitoringLabels = { none: 'Not in a worklist' };

const monitoringChoices = Object.entries(monitoringLabels).map(([value, label]) => ({ value, label }));

const decidedChoices = Object.entries(decidedLabels).map(([value, label]) => ({ value, label }));

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
    const type = filters.type && kind && getClientKind(filters.type) !== kind ? undefined : filters.type;
    return {
      to: `/clients${getQuery({ ...filters, kind, type })}`,
      label,
      isCurrent: filters.kind === kind,
    };
  });
  return <ViewTabs label="Client kind" tabs={tabs} />;
}

/** Search, filters and sort order: a plain search form, whose URL is the list. */
export function ClientFilterForm({
  filters,
  members,
}: {
  filters: ClientFilters;
  members: readonly Member[];
}) {
  const types = clientTypes
    .filter((type) => filters.kind === undefined || getClientKind(type) === filters.kind)
    .map((value) => ({ value, label: clientTypeLabels[value] }));
  const inUse = chips(filters, members);
  return (
    <FilterBar
      path="/clients"
      query={getQuery(filters)}
      columns="md:grid-cols-[minmax(180px,2fr)_repeat(4,minmax(0,1fr))]"
      // The bare list may redirect to a default saved view.
      whenEmpty={[['view', 'all']]}
      search={{ value: filters.q, placeholder: 'Name, number or reference' }}
      isFiltered={inUse.some(({ name }) => name !== 'q')}
      chips={inUse.map(({ name, text }) => ({
        name,
        text,
        href: `/clients${getQuery({ ...filters, [name]: undefined })}`,
      }))}
      allOffHref={`/clients${getQuery({ kind: filters.kind, sort: filters.sort })}`}
    >
      {filters.kind ? <input type="hidden" name="kind" value={filters.kind} /> : null}
      <FilterSelect name="type" label="Type" value={filters.type} empty="Any" choices={types} />
      <FilterSelect name="status" label="Status" value={filters.status} empty="Any" choices={statusChoices} />
      <FilterSelect name="risk" label="Risk" value={filters.risk} empty="Any" choices={riskChoices} />
      <FilterSelect name="cdd" label="CDD" value={filters.cdd} empty="Any" choices={cddChoices} />
      <FilterSelect
        name="responsible"
        label="Relationship owner"
        value={filters.responsible}
        empty="Anyone"
        choices={whoChoices(members)}
      />
      <FilterSelect
        name="review"
        label="Next review"
        value={filters.review}
        empty="Any"
        choices={reviewChoices}
      />
      <FilterSelect
        name="decided"
        label="Decided"
        value={filters.decided}
        empty="Any"
        choices={decidedChoices}
      />
      <FilterSelect
        name="monitoring"
        label="Monitoring"
        value={filters.monitoring}
        empty="Any"
        choices={monitoringChoices}
      />
      <FilterSelect name="origin" label="Origin" value={filters.origin} empty="Any" choices={originChoices} />
      <FilterSelect name="sort" label="Sort by" value={filters.sort} empty="Default" choices={sortChoices} />
    </FilterBar>
  );
}

/** Applied filters, as text. */
function chips(
  { q, type, status, risk, cdd, review, decided, responsible, origin, monitoring }: ClientFilters,
  members: readonly Member[],
) {
  const found: { name: (typeof filterNames)[number]; text: string }[] = [];
  if (q) found.push({ name: 'q', text: `“${q}”` });
  if (type) found.push({ name: 'type', text: clientTypeLabels[type] });
  if (status) found.push({ name: 'status', text: displayStatusLabels[status] });
  if (risk) found.push({ name: 'risk', text: `Risk: ${riskLevelLabels[risk] ?? risk}` });
  if (cdd) found.push({ name: 'cdd', text: `CDD: ${cddStatusLabels[cdd] ?? cdd}` });
  if (review) found.push({ name: 'review', text: `Next review: ${reviewLabels[review] ?? review}` });
  if (decided)
    found.push({ name: 'decided', text: `Decided: ${decidedLabels[decided]?.toLowerCase() ?? decided}` });
  if (monitoring)
    found.push({ name: 'monitoring', text: `Monitoring: ${monitoringLabels[monitoring].toLowerCase()}` });
  if (origin) found.push({ name: 'origin', text: originLabels[origin] });
  if (responsible)
    found.push({ name: 'responsible', text: `Relationship owner: ${formatAssignee(responsible, members)}` });
  return found;
}
