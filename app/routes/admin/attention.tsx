import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { PlatformAttention } from '#contract/platform/platform.ts';
import { Panel } from '../../components/panel.tsx';

const attentionLabels: Record<PlatformAttention['kind'], { title: string; none: string; href: string }> = {
  restricted: {
    title: 'Restricted',
    none: 'No company is restricted.',
    href: '/admin/companies?restricted=byAdmin',
  },
  pastDue: {
    title: 'Payment overdue',
    none: 'No payment is overdue.',
    href: '/admin/companies?subscription=pastDue',
  },
  noSubscription: {
    title: 'Setup complete, no subscription',
    none: 'Every company with complete setup has a subscription.',
    href: '/admin/companies?subscription=inactive&onboarding=done',
  },
  onboardingStalled: {
    title: 'Setup incomplete after 7 days',
    none: 'No company setup is overdue.',
    href: '/admin/companies?onboarding=open',
  },
  invitationsLapsed: {
    title: 'Expired invitations',
    none: 'No invitation has expired.',
    href: '/admin/users?status=invited',
  },
};

/** One kind of pending items, with their number. */
function Box({
  id,
  title,
  count,
  children,
}: {
  id: string;
  title: string;
  count: string;
  children: ReactNode;
}) {
  return (
    <Panel headingId={id} title={title} count={count} className="border-l-4 border-l-warning-line">
      {children}
    </Panel>
  );
}

/** The newest few companies, with a note on each. */
function Examples({
  companies,
}: {
  companies: readonly { id: string; name: string; note?: string | null }[];
}) {
  return (
    <ul className="mt-2 grid gap-1">
      {companies.map(({ id, name, note }) => (
        <li key={`${id} ${note}`} className="wrap-anywhere">
          <Link to={`/admin/companies/${id}`}>{name}</Link>
          {note ? <span className="text-ink-soft"> {note}</span> : null}
        </li>
      ))}
    </ul>
  );
}

export interface Waiting {
  companies: readonly {
    kind: PlatformAttention['kind'];
    /** As text; null for none. */
    total: string | null;
    examples: PlatformAttention['examples'];
  }[];
  jobs: readonly { name: string; text: string }[];
  mails: { total: string | null; companies: readonly { id: string; name: string }[] };
}

/** Pending items for an admin, each kind in a box with its link; below, one line for each kind without any. */
export function Attention({ waiting: { companies, jobs, mails } }: { waiting: Waiting }) {
  const settled = [
    ...companies.filter(({ total }) => total === null).map(({ kind }) => attentionLabels[kind].none),
    ...(jobs.length === 0 ? ['All jobs succeeded in the last 7 days.'] : []),
    ...(mails.total === null ? ['All client emails were delivered in the last 7 days.'] : []),
  ];
  return (
    <>
      <div className="mt-3 grid items-start gap-3 empty:hidden md:grid-cols-2">
        {companies.map(({ kind, total, examples }) =>
          total === null ? null : (
            <Box key={kind} id={`attention-${kind}`} title={attentionLabels[kind].title} count={total}>
              <Examples companies={examples} />
              <p className="mt-2 text-sm">
                <Link to={attentionLabels[kind].href}>Show the list</Link>
              </p>
            </Box>
          ),
        )}
        {jobs.length === 0 ? null : (
          <Box id="attention-jobs" title="Failed jobs" count={String(jobs.length)}>
            <ul className="mt-2 grid gap-1">
              {jobs.map(({ name, text }) => (
                <li key={name}>
                  {name} <span className="text-ink-soft">{text}</span>
                </li>
              ))}
            </ul>
            <p className="hint mt-2">See the server log for the cause.</p>
          </Box>
        )}
        {mails.total === null ? null : (
          <Box id="attention-mails" title="Undelivered client emails" count={mails.total}>
            <Examples companies={mails.companies} />
          </Box>
        )}
      </div>
      {settled.length === 0 ? null : (
        <ul className="mt-3 grid gap-1 text-ink-soft">
          {settled.map((text) => (
            <li key={text} className="flex gap-2">
              <span aria-hidden="true" className="text-success">
                ✓
              </span>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
