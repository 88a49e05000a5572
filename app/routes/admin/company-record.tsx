import { Link, useLoaderData } from '@remix-run/react';
import { companySupportUrl } from '#rules/pages/admin-pages.ts';
import { Badge } from '../../components/badge.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { EventList } from '../../components/event-list.tsx';
import { Panel } from '../../components/panel.tsx';
import type { loadCompany } from './company.server.ts';
import { CompanyPeople } from './company-users.tsx';

/** A company's page for admins: status, profile, usage, users and admin actions. */
export function CompanyRecord() {
  const page = useLoaderData<typeof loadCompany>();
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        <span>
          Access: <Badge by={page.access.mark}>{page.access.word}</Badge>
        </span>
        <span>
          Subscription: <Badge by={page.subscription.mark}>{page.subscription.word}</Badge>
        </span>
      </p>
      {page.restriction === null ? null : (
        <div className="notice notice-danger mt-4">
          <p>
            <strong className="font-semibold">Restricted by {page.restriction.by}</strong>,{' '}
            {page.restriction.at}. Members are shown this reason:
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{page.restriction.reason}</p>
        </div>
      )}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <Panel headingId="profile-heading" title="Profile">
          <DescriptionList facts={page.profile} />
        </Panel>
        <div className="grid gap-4">
          <Panel headingId="usage-heading" title="Usage">
            <DescriptionList layout="figures" facts={page.usage} />
            <p className="hint">
              Counts only. Client data is visible only with the company’s consent:{' '}
              <Link to={companySupportUrl(page.id)}>Support access</Link>
            </p>
          </Panel>
          <Panel headingId="subscription-heading" title="Subscription">
            {page.plan === null ? <p>{page.noPlan}</p> : <DescriptionList facts={page.plan} />}
          </Panel>
        </div>
      </div>
      <CompanyPeople people={page.people} companyId={page.id} />
      <AdminEvents />
    </>
  );
}

function AdminEvents() {
  const { actions } = useLoaderData<typeof loadCompany>();
  return (
    <section aria-labelledby="acts-heading" className="mt-6">
      <h2 id="acts-heading">Admin actions</h2>
      {actions.length === 0 ? (
        <p className="mt-2 text-ink-soft">No admin actions</p>
      ) : (
        <EventList lines={actions} />
      )}
    </section>
  );
}
