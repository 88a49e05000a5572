import { Form, Link } from '@remix-run/react';
import { alertSeverities, alertSeverityLabels, alertTypeLabels, alertTypes } from '#rules/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { FilterSelect, ListFilterForm, whoChoices } from '../../components/list-page/filter-form.tsx';
import { ListPages } from '../../components/list-page/list-pages.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { Marked, overdueMark, severityMarks } from '../../components/mark.tsx';
import { RecordTable, shownText } from '../../components/table.tsx';
import type { loadAlerts } from './alerts.server.ts';
import { QueueLinks } from './queue-links.tsx';

type Shown = Awaited<ReturnType<typeof loadAlerts>>;

const labelled = <Value extends string>(labels: Record<Value, string>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: labels[value] }));

const statuses = Object.keys(alertLifecycle.labels) as (keyof typeof alertLifecycle.labels)[];

/** The queue: what somebody has to look at, most pressing marked, with the queues that are there from the start. */
export function AlertsView({ shown }: { shown: Shown }) {
  const { queues, filters, rows, total, problem, mayWork, requestKey, nextHref, firstHref } = shown;
  return (
    <>
      <QueueLinks label="Queues" links={queues} />
      <Filters shown={shown} />
      {problem ? (
        <ListProblem problem={problem} href="/monitoring" />
      ) : rows.length === 0 ? (
        <div className="panel mt-4 px-6 py-10">
          <h2>Nothing here</h2>
          <p className="mt-2 text-ink-soft">
            No alert is in this queue. Alerts open by themselves: when a client is like somebody on a list,
            and when reviews, documents, requests and overrides fall due.
          </p>
        </div>
      ) : (
        <>
          <div className="mt-4 mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-sm text-ink-soft tabular-nums" aria-live="polite">
              {shownText(rows.length, total)}
            </p>
            {mayWork ? <TakeUpNext type={filters.type} requestKey={requestKey} /> : null}
          </div>
          <RecordTable
            caption="Alerts"
            columns={[
              { label: 'About' },
              { label: 'What' },
              { label: 'Weight' },
              { label: 'Status' },
              { label: 'For' },
              { label: 'Due' },
              { label: 'Opened' },
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Link to={`/monitoring?alert=${row.id}`}>{row.name}</Link>
                </td>
                <td className="max-md:col-span-2 md:w-[40%]">
                  <span className="md:line-clamp-2">
                    <span className="font-semibold">{row.typeText}.</span> {row.summary}
                  </span>
                </td>
                <td data-label="Weight">
                  <Marked by={severityMarks[row.severity]}>{row.severityText}</Marked>
                </td>
                <td data-label="Status">{row.statusText}</td>
                <td data-label="For">{row.assignee ?? <span className="text-ink-soft">Nobody</span>}</td>
                <td data-label="Due" className="whole">
                  {row.isOverdue ? (
                    <Marked by={overdueMark}>
                      {row.due}
                      <span className="sr-only"> overdue</span>
                    </Marked>
                  ) : (
                    row.due
                  )}
                </td>
                <td data-label="Opened" className="whole text-ink-soft">
                  {row.opened}
                </td>
              </tr>
            ))}
          </RecordTable>
          <ListPages firstHref={firstHref} nextHref={nextHref} />
        </>
      )}
    </>
  );
}

/** Assigns the reader the alert of the queue that presses most, and leads to it. */
function TakeUpNext({ type, requestKey }: { type: string | undefined; requestKey: string }) {
  return (
    <Form method="post" action="/monitoring">
      <RequestKeyInput value={requestKey} />
      {type ? <input type="hidden" name="type" value={type} /> : null}
      <SubmitButton name="intent" value="claim" busy="Looking…">
        Take up the next
      </SubmitButton>
    </Form>
  );
}

function Filters({ shown: { filters, members } }: { shown: Shown }) {
  return (
    <ListFilterForm
      path="/monitoring"
      query={JSON.stringify(filters)}
      look="md:grid-cols-[2fr_1fr_1fr_1.5fr_auto]"
    >
      {filters.overdue ? <input type="hidden" name="overdue" value={filters.overdue} /> : null}
      <FilterSelect
        name="type"
        label="What"
        value={filters.type}
        empty="Everything"
        choices={labelled(alertTypeLabels, alertTypes)}
      />
      <FilterSelect
        name="status"
        label="Status"
        value={filters.status}
        empty="Not closed"
        choices={labelled(alertLifecycle.labels, statuses)}
      />
      <FilterSelect
        name="severity"
        label="Weight"
        value={filters.severity}
        empty="Any"
        choices={labelled(alertSeverityLabels, alertSeverities)}
      />
      <FilterSelect
        name="assignee"
        label="For"
        value={filters.assignee}
        empty="Anybody"
        choices={whoChoices(members)}
      />
    </ListFilterForm>
  );
}
