import { Link, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, overdueBadge, resolvedBadge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { Card, EntryList } from '../../../components/panel.tsx';
import { PanelPages } from '../../../components/panel-pagination.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { BreachDetail } from './breach-detail.tsx';
import { NewBreachForm } from './breach-form.tsx';
import { loadPrivacy } from './privacy.server.ts';
import { handlePrivacyAction } from './privacy-actions.server.ts';
import { RequestDetail } from './request-detail.tsx';
import { NewRequestForm } from './request-forms.tsx';

export const meta = settingsMeta('privacy');

export const loader = settingsLoader('privacy', loadPrivacy);

export const action = asMember(handlePrivacyAction);

export const ErrorBoundary = ErrorInLayout;

/** Breach register, requests for access and correction, and what is destroyed when. */
export default function PrivacyView() {
  const { breach, isNewBreach, request, clientId, mayRecord } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      {isNewBreach && mayRecord ? <NewBreachForm /> : null}
      {breach ? <BreachDetail breach={breach} /> : null}
      {clientId !== null && mayRecord ? <NewRequestForm clientId={clientId} /> : null}
      {request ? <RequestDetail request={request} /> : null}
      <Breaches />
      <Requests />
      <Schedule />
    </div>
  );
}

function Breaches() {
  const { breaches, olderBreaches, mayRecord } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="breaches-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="breaches-heading">Privacy breaches</h2>
        <div className="flex flex-wrap gap-2">
          {breaches.length === 0 ? null : (
            <ButtonLink href="/settings/privacy-breaches.csv">
              Download as CSV<span className="sr-only">: privacy breaches</span>
            </ButtonLink>
          )}
          {mayRecord ? (
            <ButtonLink to={settingsUrl('privacy', { breach: 'new' })}>Record a breach</ButtonLink>
          ) : null}
        </div>
      </div>
      <p className="mt-1 max-w-prose text-ink-soft">
        Any unauthorised or accidental access, disclosure, alteration or loss. Record it as soon as you notice
        it: the clocks count from when your company became aware.
      </p>
      {breaches.length === 0 ? (
        <Card as="p" className="mt-3 text-ink-soft">
          No breaches recorded
        </Card>
      ) : (
        <EntryList className="mt-3">
          {breaches.map((breach) => (
            <li key={breach.id} className="grid gap-1 px-4 py-3 [overflow-wrap:anywhere]">
              <p>
                <Link to={breach.href} className="font-semibold">
                  {breach.summary}
                </Link>
              </p>
              <p className="text-sm text-ink-soft">
                Aware {breach.aware} · {breach.kinds}
              </p>
              {breach.closed ? (
                <p className="text-sm">
                  <Badge by={resolvedBadge}>Closed</Badge> {breach.closed}
                </p>
              ) : (
                breach.countries.map((country) => (
                  <p key={country.country} className="flex flex-wrap gap-x-2 text-sm">
                    <span>{country.name}:</span>
                    <Badge by={country.isDone ? resolvedBadge : country.isOverdue ? overdueBadge : openBadge}>
                      {country.step}
                    </Badge>
                    {country.clock ? (
                      <span className={country.isOverdue ? 'text-danger' : ''}>{country.clock}</span>
                    ) : null}
                  </p>
                ))
              )}
            </li>
          ))}
        </EntryList>
      )}
      <PanelPages newestHref={null} earlierHref={olderBreaches} />
    </section>
  );
}

function Requests() {
  const { requests, olderRequests } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="requests-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="requests-heading">Requests for access and correction</h2>
        {requests.length === 0 ? null : (
          <ButtonLink href="/settings/privacy-requests.csv">
            Download as CSV<span className="sr-only">: requests</span>
          </ButtonLink>
        )}
      </div>
      <p className="mt-1 max-w-prose text-ink-soft">
        Recorded on the client’s page, under “Requests for access and correction”.
      </p>
      {requests.length === 0 ? (
        <Card as="p" className="mt-3 text-ink-soft">
          No requests recorded
        </Card>
      ) : (
        <EntryList className="mt-3">
          {requests.map((request) => (
            <li key={request.id} className="grid gap-1 px-4 py-3 [overflow-wrap:anywhere]">
              <p>
                <Link to={settingsUrl('privacy', { request: request.id })} className="font-semibold">
                  {request.kind}: {request.client.name}
                </Link>
              </p>
              <p className="flex flex-wrap gap-x-2 text-sm">
                <span className="text-ink-soft">Received {request.received}</span>
                {request.decided ? (
                  <span>{request.decided.text}</span>
                ) : (
                  <>
                    <Badge by={request.isOverdue ? overdueBadge : openBadge}>
                      {request.isOverdue ? 'Overdue' : 'Awaiting decision'}
                    </Badge>
                    <span className={request.isOverdue ? 'text-danger' : ''}>by {request.due}</span>
                  </>
                )}
              </p>
            </li>
          ))}
        </EntryList>
      )}
      <PanelPages newestHref={null} earlierHref={olderRequests} />
    </section>
  );
}

function Schedule() {
  const { clocks } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="schedule-heading">
      <h2 id="schedule-heading">What is destroyed, and when</h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        Jobs run by the clock on Assay’s servers. A legal hold stops the destruction of a client’s records.
      </p>
      <EntryList className="mt-3">
        {clocks.map((clock) => (
          <li
            key={clock.code}
            className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]"
          >
            <p className="font-semibold">{clock.text}</p>
            <p>
              {clock.when}
              <span className="block text-sm text-ink-soft">{clock.basis}</span>
            </p>
            <p className="text-sm text-ink-soft">Last run: {clock.lastRun}</p>
          </li>
        ))}
      </EntryList>
    </section>
  );
}
