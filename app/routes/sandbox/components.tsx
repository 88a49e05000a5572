import type { MetaFunction } from '@remix-run/node';
import type { ReactNode } from 'react';
import { pageTitle } from '#app/document/page-title.ts';
import { Badge, dangerBadge, neutralBadge, settledBadge, warningBadge } from '../../components/badge.tsx';
import { BlockedButton, Button, ButtonLink, type ButtonVariant } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { EventList } from '../../components/event-list.tsx';
import { FlashMessage } from '../../components/flash-message.tsx';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { FilterChipList } from '../../components/list-page/filter-chips.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { Panel } from '../../components/panel.tsx';
import { ProgressRail } from '../../components/progress-rail.tsx';
import { RecordBar } from '../../components/record-page/record-bar.tsx';
import { RecordTabs } from '../../components/record-page/record-tabs.tsx';
import { DataTable } from '../../components/table.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { appEnv } from '../../env.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { FormSamples } from './form-samples.tsx';

export const meta: MetaFunction = () => [{ title: pageTitle('Components', 'Sandbox') }];

/** Only a sandbox has the page. */
export const loader = asAnyone(() => {
  if (!appEnv().isSandbox) throw new Response(null, { status: 404 });
  return null;
});

/** Every component of the screens, in each of its states. */
export default function Components() {
  return (
    <main id="main" className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 md:px-6">
      <div>
        <h1>Components</h1>
        <p className="mt-1 max-w-form text-ink-soft">
          Each component of the screens in its states, with sample content. Nothing on this page is saved.
        </p>
      </div>
      <Buttons />
      <Pills />
      <Notices />
      <FormSamples />
      <Lists />
      <Records />
    </main>
  );
}

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm text-ink-soft">{name}</h3>
      {children}
    </div>
  );
}

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'danger', 'neutral'];

function Buttons() {
  return (
    <Panel headingId="buttons" title="Buttons">
      <Sample name="Variants, normal and small">
        {(['normal', 'small'] as const).map((size) => (
          <div key={size} className="flex flex-wrap gap-3">
            {variants.map((variant) => (
              <Button key={variant} type="button" variant={variant} size={size}>
                {`${variant.charAt(0).toUpperCase()}${variant.slice(1)}`}
              </Button>
            ))}
          </div>
        ))}
      </Sample>
      <Sample name="Disabled, and a link">
        <div className="flex flex-wrap gap-3">
          {variants.map((variant) => (
            <Button key={variant} type="button" variant={variant} disabled>
              {`${variant.charAt(0).toUpperCase()}${variant.slice(1)}`}
            </Button>
          ))}
          <ButtonLink href="#buttons" variant="primary">
            Link
          </ButtonLink>
        </div>
      </Sample>
      <Sample name="Blocked, with the reason">
        <BlockedButton id="blocked" label="Approve" reason="2 requirements outstanding" variant="primary" />
      </Sample>
    </Panel>
  );
}

function Pills() {
  return (
    <Panel headingId="pills" title="Pills">
      <div className="flex flex-wrap gap-2">
        <Badge by={neutralBadge}>In progress</Badge>
        <Badge by={settledBadge}>Low risk</Badge>
        <Badge by={warningBadge}>Medium risk</Badge>
        <Badge by={dangerBadge}>High risk</Badge>
      </div>
    </Panel>
  );
}

function Notices() {
  return (
    <Panel headingId="notices" title="Notices and messages">
      <p className="notice">A notice.</p>
      <p className="notice notice-warning">A notice that warns.</p>
      <p className="notice notice-danger">A notice of an error.</p>
      <FlashMessage flash={{ kind: 'success', text: 'Changes saved.' }} />
      <FlashMessage flash={{ kind: 'warning', text: 'Nothing was saved.' }} />
    </Panel>
  );
}

const rows = [
  { name: 'Sample Holdings Limited', type: 'Company', amount: '12,500.00' },
  { name: 'Sample Family Trust', type: 'Trust', amount: '980.50' },
];

function Lists() {
  return (
    <Panel headingId="lists" title="Lists and tables">
      <ViewTabs
        label="Sample views"
        tabs={[
          { to: '#lists', label: 'Current view', isCurrent: true },
          { to: '#lists', label: 'Another view', isCurrent: false },
        ]}
      />
      <FilterChipList
        chips={[
          { name: 'type', text: 'Type: company', href: '#lists' },
          { name: 'risk', text: 'Risk: high', href: '#lists' },
        ]}
        allOffHref="#lists"
      />
      <DataTable
        look="records"
        caption="Sample records"
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Type', cell: ({ type }) => type },
          { title: 'Amount', isFigure: true, cell: ({ amount }) => amount },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
      <ListPages firstHref="#lists" previousHref="#lists" nextHref="#lists" />
      <ListProblem problem="The link contains an unknown filter, so it was ignored." href="#lists" />
      <EmptyState title="No records">
        <p>An empty list says what belongs in it, and how to add the first record.</p>
        <ButtonLink href="#lists" variant="primary">
          Add a record
        </ButtonLink>
      </EmptyState>
    </Panel>
  );
}

const steps = ['details', 'cdd', 'risk', 'decision', 'monitoring'] as const;
const stepLabels = {
  details: 'Details',
  cdd: 'CDD',
  risk: 'Risk',
  decision: 'Decision',
  monitoring: 'Monitoring',
} as const;

function Records() {
  return (
    <section aria-labelledby="records" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="records">Record page</h2>
      <div>
        <RecordBar
          back={{ to: '/clients', label: 'Clients' }}
          title="Sample Holdings Limited"
          pills={<Badge by={warningBadge}>Medium risk</Badge>}
          about="Company, relationship owner: a member"
          action={
            <ButtonLink href="#records" variant="primary">
              Next step
            </ButtonLink>
          }
          menu={null}
        />
        <ProgressRail
          label="Sample progress"
          labels={stepLabels}
          steps={steps.map((step, index) => ({
            step,
            state: index < 2 ? 'complete' : index === 2 ? 'current' : 'outstanding',
            outstanding: index === 2 ? 1 : 0,
            reason: index === 2 ? '1 requirement outstanding' : '',
          }))}
        />
        <RecordTabs
          label="Sample tabs"
          tabs={[
            { label: 'Overview', href: '#records', isCurrent: true },
            { label: 'Documents', href: '#tabs', isCurrent: false, count: '3' },
          ]}
        />
      </div>
      <Panel headingId="facts" title="Facts and history">
        <DescriptionList
          facts={[
            { label: 'Legal name', value: 'Sample Holdings Limited' },
            { label: 'Country of registration', value: 'New Zealand' },
          ]}
        />
        <EventList
          lines={[
            {
              seq: 2,
              at: '3 Mar 2026, 14:05 NZDT',
              what: 'Risk assessed',
              who: 'A member',
              reason: 'A new owner',
            },
            { seq: 1, at: '2 Mar 2026, 09:30 NZDT', what: 'Client created', who: 'A member' },
          ]}
        />
      </Panel>
    </section>
  );
}
