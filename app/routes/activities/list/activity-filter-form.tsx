import { activityTypeLabels, activityTypes } from '#rules/activity-types.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import {
  FilterBar,
  FilterSelect,
  formatAssignee,
  whoChoices,
} from '../../../components/list-page/filter-bar.tsx';
import { ViewTabs } from '../../../components/view-tabs.tsx';
import { type ActivityFilters, type ActivityView, getQuery } from './activity-filters.ts';

interface Member {
  id: string;
  name: string;
}

const getChoices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const typeChoices = activityTypes.map((value) => ({ value, label: activityTypeLabels[value] }));

const sortChoices = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'due', label: 'Due first' },
];

/** The same list as a table or as a board. */
export function ActivityViewTabs({ view, filters }: { view: ActivityView; filters: ActivityFilters }) {
  const tabs = [
    { view: 'table', label: 'Table', filters },
    { view: 'board', label: 'Board', filters: { ...filters, status: undefined } },
  ] as const;
  return (
    <ViewTabs
      label="Views"
      tabs={tabs.map((tab) => ({
        to: `/activities${getQuery(tab.filters, { view: tab.view })}`,
        label: tab.label,
        isCurrent: tab.view === view,
      }))}
    />
  );
}

/** The board has no filter by status. */
const columns: Record<ActivityView, string> = {
  table: 'lg:grid-cols-[minmax(160px,2fr)_repeat(6,minmax(0,1fr))_auto]',
  board: 'lg:grid-cols-[minmax(160px,2fr)_repeat(5,minmax(0,1fr))_auto]',
};

/** Search, filters and sort order: a plain search form, whose URL is the list. */
export function ActivityFilterForm({
  filters,
  view,
  members,
  clientName,
}: {
  filters: ActivityFilters;
  view: ActivityView;
  members: readonly Member[];
  /** Name of the client to whose activities the list is limited. */
  clientName?: string;
}) {
  const getHref = (remaining: ActivityFilters) => `/activities${getQuery(remaining, { view })}`;
  const inUse = chips(filters, members, clientName);
  return (
    <FilterBar
      path="/activities"
      query={getQuery(filters, { view })}
      columns={`md:grid-cols-3 ${columns[view]}`}
      search={{ value: filters.q, placeholder: 'Name or reference' }}
      isFiltered={inUse.some(({ name }) => name !== 'q' && name !== 'clientId')}
      chips={inUse.map(({ name, text }) => ({
        name,
        text,
        href: getHref({ ...filters, [name]: undefined }),
      }))}
      allOffHref={getHref({ sort: filters.sort })}
    >
      {view === 'board' ? <input type="hidden" name="view" value="board" /> : null}
      {filters.clientId ? <input type="hidden" name="clientId" value={filters.clientId} /> : null}
      {view === 'board' ? null : (
        <FilterSelect
          name="status"
          label="Status"
          value={filters.status}
          empty="Any"
          choices={getChoices(activityLifecycle.labels)}
        />
      )}
      <FilterSelect name="type" label="Type" value={filters.type} empty="Any" choices={typeChoices} />
      <FilterSelect
        name="risk"
        label="Risk"
        value={filters.risk}
        empty="Any"
        choices={getChoices(riskLevelLabels)}
      />
      <FilterSelect
        name="assignee"
        label="Assigned to"
        value={filters.assignee}
        empty="Anyone"
        choices={whoChoices(members)}
      />
      <FilterSelect
        name="recheck"
        label="Recheck"
        value={filters.recheck}
        empty="Any"
        choices={[{ value: 'due', label: 'Due' }]}
      />
      <FilterSelect name="sort" label="Sort by" value={filters.sort} empty="Default" choices={sortChoices} />
    </FilterBar>
  );
}

/** Applied filters, as text. */
function chips(
  { q, status, type, risk, assignee, clientId, recheck }: ActivityFilters,
  members: readonly Member[],
  clientName: string | undefined,
) {
  const found: { name: keyof ActivityFilters; text: string }[] = [];
  if (q) found.push({ name: 'q', text: `“${q}”` });
  if (clientId) found.push({ name: 'clientId', text: clientName ?? 'One client' });
  if (status) found.push({ name: 'status', text: activityLifecycle.labels[status] });
  if (type) found.push({ name: 'type', text: activityTypeLabels[type] });
  if (risk) found.push({ name: 'risk', text: `Risk: ${riskLevelLabels[risk]}` });
  if (assignee) found.push({ name: 'assignee', text: `Assigned to: ${formatAssignee(assignee, members)}` });
  if (recheck) found.push({ name: 'recheck', text: 'Recheck due' });
  return found;
}
