import { Form } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { Tick } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import type { FormResult } from '../../../components/forms/form-result.server.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import { DataTable } from '../../../components/table.tsx';
import type { GroupPanelData } from './client-group.server.ts';

const formId = 'group-review';

/** Clients connected with this one, over several steps, and the review of several of them at once; nothing if there are none. */
export function ClientGroup({
  client,
  group,
  result,
}: {
  client: { id: string; displayName: string };
  group: GroupPanelData;
  result: FormResult | undefined;
}) {
  const { lines, hasMore, mayWrite } = group;
  if (lines.length === 0) return null;
  const table = <GroupTable lines={lines} canSelect={mayWrite} />;
  return (
    <Panel
      id="group"
      title="Client group"
      count={hasMore ? `more than ${lines.length}` : String(lines.length)}
      about="Clients connected by related parties, directly or through others. Nearest first."
      className="mt-5"
    >
      {mayWrite ? (
        <Form method="post" id={formId} className="grid gap-4" preventScrollReset>
          <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
          {table}
          <ReviewFields client={client} requestKey={group.requestKey} result={result} />
        </Form>
      ) : (
        table
      )}
    </Panel>
  );
}

function GroupTable({ lines, canSelect }: { lines: GroupPanelData['lines']; canSelect: boolean }) {
  return (
    <DataTable
      caption="Clients connected with this client"
      columns={[
        {
          title: 'Client',
          cell: ({ id, name, sanctions }) => (
            <span className="flex items-center gap-3">
              {canSelect ? (
                <span className="print:hidden">
                  <Tick name="client" value={id} defaultChecked>
                    <span className="sr-only">Review {name}</span>
                  </Tick>
                </span>
              ) : null}
              <span>
                <a href={clientSectionUrl(id, 'parties')}>{name}</a> <SanctionsTag tag={sanctions} />
              </span>
            </span>
          ),
        },
        { title: 'Connection', isWide: true, cell: ({ relation }) => relation },
        { title: 'Status', cell: ({ status }) => status },
        { title: 'CDD', cell: ({ cdd }) => cdd },
        { title: 'Risk', cell: ({ risk }) => risk },
        { title: 'Next review', cell: ({ review }) => review },
      ]}
      rows={lines}
      rowKey={({ id }) => id}
    />
  );
}

function ReviewFields({
  client,
  requestKey,
  result,
}: {
  client: { id: string; displayName: string };
  requestKey: string;
  result: FormResult | undefined;
}) {
  const field = plainFields(formId, result?.reply);
  return (
    <details open={result !== undefined} className="print:hidden">
      <summary>Schedule a review of the selected clients</summary>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="panel" value="group" />
      <div className="mt-2 grid gap-3">
        <Tick name="client" value={client.id} defaultChecked>
          Include {client.displayName}
        </Tick>
        <div className="flex flex-wrap items-end gap-3">
          <TextInput field={field('dueOn')} label="Due date" type="date" />
          <TextInput className="min-w-64" field={field('cause')} label="Why" maxLength={500} />
          <SubmitButton name="intent" value="scheduleReviews" variant="secondary" busy="Scheduling…">
            Schedule review
          </SubmitButton>
        </div>
      </div>
    </details>
  );
}
