import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, overdueBadge, resolvedBadge } from '../../../components/badge.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { Card, EntryList } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { handleSupportAction, loadSupport } from './support.server.ts';

export const meta = settingsMeta('support');

export const loader = settingsLoader('support', loadSupport);

export const action = asMember(handleSupportAction);

export const ErrorBoundary = ErrorInLayout;

type Grant = Awaited<ReturnType<typeof loadSupport>>['grants'][number];

const badges = { requested: openBadge, active: overdueBadge } as const;
const getBadge = ({ state }: Grant) =>
  state === 'requested' || state === 'active' ? badges[state] : resolvedBadge;

/** Requests of Assay's staff for access to client records. */
export default function SupportView() {
  const { grants, mayReadAuditLog } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="support-heading">
      <h2 id="support-heading">Support access</h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        Assay’s staff cannot see your clients’ records. To help with a problem they can request read-only
        access, which an owner must allow, for at most four hours. Every search and every record they open is
        in your{' '}
        {mayReadAuditLog ? <Link to={settingsUrl('audit', { who: 'admin' })}>audit log</Link> : 'audit log'}.
      </p>
      {grants.length === 0 ? (
        <Card as="p" className="mt-3 text-ink-soft">
          No requests for access
        </Card>
      ) : (
        <EntryList className="mt-3">
          {grants.map((grant) => (
            <li key={grant.id} className="grid gap-2 px-4 py-3 [overflow-wrap:anywhere]">
              <p className="flex flex-wrap gap-x-3">
                <span className="font-semibold">{grant.admin}</span>
                <Badge by={getBadge(grant)}>{grant.stateText}</Badge>
              </p>
              <p>{grant.reason}</p>
              <p className="text-sm text-ink-soft">
                Requested {grant.requested} for {grant.hours}
                {grant.end === null ? '' : ` · ${grant.end}`}
              </p>
              <GrantForm grant={grant} />
            </li>
          ))}
        </EntryList>
      )}
    </section>
  );
}

function GrantForm({ grant }: { grant: Grant }) {
  const { mayConsent, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.about === grant.id ? answer : undefined;
  if (grant.state !== 'requested' && grant.state !== 'active') return null;
  if (!mayConsent) return <p className="hint">Only an owner can decide.</p>;
  return (
    <Form method="post" className="grid gap-2" preventScrollReset>
      <RequestKeyInput value={`${requestKey}-${grant.id}`} />
      <input type="hidden" name="id" value={grant.id} />
      <input type="hidden" name="version" value={grant.version} />
      <ErrorSummary formId={`grant-${grant.id}`} errors={result?.reply.error ?? {}} reply={result} />
      <p className="flex flex-wrap gap-3">
        {grant.state === 'requested' ? (
          <>
            <SubmitButton name="intent" value="approve" variant="secondary" busy="Saving…">
              Allow access for {grant.hours}
              <span className="sr-only"> to {grant.admin}</span>
            </SubmitButton>
            <SubmitButton name="intent" value="decline" variant="secondary" busy="Saving…">
              Decline<span className="sr-only"> the request of {grant.admin}</span>
            </SubmitButton>
          </>
        ) : (
          <SubmitButton name="intent" value="revoke" variant="danger" busy="Revoking…">
            Revoke access<span className="sr-only"> of {grant.admin}</span>
          </SubmitButton>
        )}
      </p>
    </Form>
  );
}
