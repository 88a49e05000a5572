import { exportActivities as exportEndpoint } from '#contract/activities.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import {
  type ActivityFields,
  activityFields,
  type FieldGroup,
  fieldsOfGroup,
} from '#rules/activity-record/activity-fields.ts';
import { activityOutcomeLabels, activityTypeLabels, type capacityLabels } from '#rules/activity-types.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { csvCell, textCell } from '#rules/csv-cells.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { serviceLabel } from '#rules/firm/captured-services.ts';
import { delayProvisions } from '#rules/firm/cdd-delay.ts';
import { formatScopeGround } from '#rules/firm/scope-grounds.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { type FieldEntry, type RecordFields, valueIn } from '#rules/records/fields.ts';
import { displayedValue } from '../../kernel/audit/resource-history.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { byteOrderMark, csvLines } from '../../kernel/csv.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { resolveFilters } from './list.ts';
import { getBatchIds, getSearch, type ListFilters, type Search } from './list-store.ts';
import type { ActivitiesDeps } from './queries.ts';
import { readActivitiesById, type StoredActivity } from './store.ts';

const handler = handlersFor<ActivitiesDeps>();

/** Activities per transaction, which blocks all others on the embedded database. */
const activitiesPerBatch = 500;

type Cell = string | number | boolean | null | undefined;

function partiesIn({ parties }: StoredActivity, capacity: keyof typeof capacityLabels): string {
  return parties
    .filter((party) => party.capacity === capacity)
    .map(({ name }) => name)
    .join('; ');
}

/** Formats minor units: 1250050 is 12500.50. */
function amount(minorUnits: number | null): string | null {
  if (minorUnits === null) return null;
  return `${Math.floor(minorUnits / 100)}.${String(minorUnits % 100).padStart(2, '0')}`;
}

interface Column {
  heading: string;
  cell: (stored: StoredActivity) => Cell;
}

/** Fields with a shape and a column of their own. */
type OwnName = {
  [K in keyof ActivityFields]: ActivityFields[K] extends { kind: 'own'; csv: string } ? K : never;
}[keyof ActivityFields];

const own = (name: OwnName, cell: (details: StoredActivity['details']) => Cell): Column => ({
  heading: activityFields[name].csv,
  cell: ({ details }) => cell(details),
});

/** Days are ISO, several texts one after the other. A spreadsheet leaves a reference of another system as it is. */
function cellOf(entry: Omit<FieldEntry, 'path'>): string {
  if (entry.field.kind === 'date') return String(entry.value ?? '');
  const text = fieldTexts(entry).join('; ');
  return entry.name === 'externalId' ? textCell(text) : text;
}

/** Columns of the described fields of a group, under their published headings. */
const columnsOf = (fields: RecordFields, group: FieldGroup): Column[] =>
  fieldsOfGroup(fields, group).map(([name, field]) => ({
    heading: field.csv,
    cell: ({ details }) => cellOf({ name, field, value: valueIn(details, name, field) }),
  }));

/** Columns of the CSV. Days and instants are ISO. */
export const activityColumns = (fields: RecordFields): readonly Column[] => [
  { heading: 'Reference', cell: ({ details }) => details.reference },
  ...columnsOf(fields, 'heading'),
  own('activityType', ({ activityType }) => activityTypeLabels[activityType]),
  { heading: 'Status', cell: ({ details }) => activityLifecycle.labels[details.status] },
  { heading: 'Outcome', cell: ({ details }) => details.outcome && activityOutcomeLabels[details.outcome] },
  { heading: 'Captured activity (NZ), code', cell: ({ details }) => details.capturedActivityNz },
  own('capturedActivityNz', ({ capturedActivityNz: code }) => code && serviceLabel(code)),
  { heading: 'Designated service (AU), code', cell: ({ details }) => details.designatedServiceAu },
  own('designatedServiceAu', ({ designatedServiceAu: code }) => code && serviceLabel(code)),
  own('outsideScopeNz', ({ outsideScopeNz: ground }) => ground && formatScopeGround(ground)),
  own('outsideScopeAu', ({ outsideScopeAu: ground }) => ground && formatScopeGround(ground)),
  ...columnsOf(fields, 'scope'),
  ...columnsOf(fields, 'details'),
  { heading: 'Customers', cell: (stored) => partiesIn(stored, 'customer') },
  { heading: 'Person on whose behalf', cell: (stored) => partiesIn(stored, 'onBehalfOf') },
  { heading: 'Entities created or restructured', cell: (stored) => partiesIn(stored, 'formedEntity') },
  { heading: 'Other parties', cell: (stored) => partiesIn(stored, 'otherParty') },
  own('maxTransactionValue', ({ maxTransactionValue }) => amount(maxTransactionValue)),
  own('currency', ({ currency }) => currency),
  ...columnsOf(fields, 'money'),
  own('address', ({ address }) => displayedValue(address)),
  ...columnsOf(fields, 'dates'),
  ...columnsOf(fields, 'delay'),
  own('delayedCddBasis', ({ delayedCdd }) => delayedCdd && delayProvisions[delayedCdd.basis]),
  own('delayedCddGround', ({ delayedCdd }) => delayedCdd?.ground),
  own('delayedCddRiskLimits', ({ delayedCdd }) => delayedCdd?.riskLimits),
  { heading: 'Delay approved by', cell: ({ details }) => details.delayedCdd?.approval?.by.name },
  own('delayedCddDueOn', ({ delayedCdd }) => delayedCdd?.dueOn),
  { heading: 'Risk', cell: ({ details }) => details.riskLevel && riskLevelLabels[details.riskLevel] },
  own('assigneeMemberId', ({ assignee }) => assignee?.name),
  own('reviewerMemberId', ({ reviewer }) => reviewer?.name),
  { heading: 'Senior manager’s approval', cell: ({ details }) => details.seniorApproval?.by.name },
  ...columnsOf(fields, 'reference'),
  { heading: 'Completed', cell: ({ details }) => details.completedAt },
  { heading: 'Snapshot SHA-256', cell: ({ details }) => details.snapshotHash },
  { heading: 'Created', cell: ({ details }) => details.createdAt },
  { heading: 'Created by', cell: ({ details }) => details.createdBy.name },
  { heading: 'Last updated', cell: ({ details }) => details.updatedAt },
  { heading: 'Last updated by', cell: ({ details }) => details.updatedBy.name },
  { heading: 'Id', cell: ({ details }) => details.id },
];

const columns = activityColumns(activityFields);

async function* batches(
  deps: ActivitiesDeps,
  companyId: string,
  filters: ListFilters,
  search: Search | undefined,
): AsyncGenerator<StoredActivity[]> {
  let after: string | undefined;
  for (;;) {
    const batch = await asTenant(deps.db, companyId, async (trx) => {
      const ids = await getBatchIds(trx, { filters, search, after, limit: activitiesPerBatch });
      const byId = new Map((await readActivitiesById(trx, ids)).map((stored) => [stored.details.id, stored]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    });
    if (batch.length > 0) yield batch;
    after = batch.at(-1)?.details.id;
    if (batch.length < activitiesPerBatch) return;
  }
}

/**
 * GET /activities/export: all activities of the filter as CSV, oldest first, read in short transactions as the caller consumes them. The audit event
 * with the number of activities is written at the end, or when the caller disconnects.
 */
export const exportActivities = handler(exportEndpoint, async (deps, { query }, caller) => {
  const { company, member } = caller;
  const { filters, text } = resolveFilters(query, member.id);
  const search =
    text === undefined ? undefined : await asTenant(deps.db, company.id, (trx) => getSearch(trx, text));

  async function* chunks() {
    let exported = 0;
    let complete = false;
    try {
      yield byteOrderMark + csvLines([columns.map(({ heading }) => heading)]);
      for await (const batch of batches(deps, company.id, filters, search)) {
        exported += batch.length;
        yield csvLines(batch.map((stored) => columns.map(({ cell }) => csvCell(cell(stored)))));
      }
      complete = true;
    } finally {
      await inWork(deps, callerActor(caller), async ({ record }) =>
        record({
          action: 'activities.exported',
          resourceType: 'activities',
          resourceId: company.id,
          detail: { filter: { ...filters, q: text ?? null }, count: exported, complete },
        }),
      );
    }
  }
  return {
    fileName: `${toActivityNoun(company.sector).plural}-${companyDay(deps.now(), company.timeZone)}.csv`,
    chunks: chunks(),
  };
});
