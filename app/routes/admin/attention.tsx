import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { PlatformAttention } from '#contract/platform.ts';
import { CountedHeading } from '../../components/counted-heading.tsx';
import { settledMark } from '../../components/mark.tsx';

const attentionWords: Record<PlatformAttention['kind'], { title: string; none: string; href: string }> = {
  restricted: {
    title: 'Restricted by an admin',
    none: 'No company is restricted.',
    href: '/admin/companies?restricted=byAdmin',
  },
  pastDue: {
    title: 'Payment overdue',
    none: 'No payment is overdue.',
    href: '/admin/companies?subscription=pastDue',
  },
  noSubscription: {
    title: 'Set up, but without a subscription',
    none: 'Every company that is set up has one.',
    href: '/admin/companies?subscription=inactive&onboarding=done',
  },
  onboardingStalled: {
    title: 'Set-up not finished after a week',
    none: 'No set-up is waiting.',
    href: '/admin/companies?onboarding=open',
  },
  invitationsLapsed: {
    title: 'Invitations that ran out',
    none: 'No invitation has run out.',
    href: '/admin/users?status=invited',
  },
};

/** One thing that waits, and how much of it there is. */
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
    <section aria-labelledby={id} className="panel border-l-4 border-l-attention-line px-4 py-3">
      <CountedHeading id={id} count={count}>
        {title}
      </CountedHeading>
      {children}
    </section>
  );
}

/** The newest few companies, with what there is to say about each. */
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
    /** In words; null for none. */
    total: string | null;
    examples: PlatformAttention['examples'];
  }[];
  jobs: readonly { name: string; text: string }[];
  mails: { total: string | null; companies: readonly { id: string; name: string }[] };
}

/** What waits for an admin, each in a box with the way to it; below, in a line each, that of the rest there is nothing. */
export function Attention({ waiting: { companies, jobs, mails } }: { waiting: Waiting }) {
  const settled = [
    ...companies.filter(({ total }) => total === null).map(({ kind }) => attentionWords[kind].none),
    ...(jobs.length === 0 ? ['Every job of the last seven days ran through.'] : []),
    ...(mails.total === null ? ['All mail to clients of the last seven days was taken.'] : []),
  ];
  return (
    <>
      <div className="mt-3 grid items-start gap-3 empty:hidden md:grid-cols-2">
        {companies.map(({ kind, total, examples }) =>
          total === null ? null : (
            <Box key={kind} id={`attention-${kind}`} title={attentionWords[kind].title} count={total}>
              <Examples companies={examples} />
              <p className="mt-2 text-sm">
                <Link to={attentionWords[kind].href}>Show the list</Link>
              </p>
            </Box>
          ),
        )}
        {jobs.length === 0 ? null : (
          <Box id="attention-jobs" title="Jobs whose last run failed" count={String(jobs.length)}>
            <ul className="mt-2 grid gap-1">
              {jobs.map(({ name, text }) => (
                <li key={name}>
                  {name} <span className="text-ink-soft">{text}</span>
                </li>
              ))}
            </ul>
            <p className="hint mt-2">Why is in the log of the server that ran it.</p>
          </Box>
        )}
        {mails.total === null ? null : (
          <Box id="attention-mails" title="Mail to clients that was given up" count={mails.total}>
            <Examples companies={mails.companies} />
          </Box>
        )}
      </div>
      {settled.length === 0 ? null : (
        <ul className="mt-3 grid gap-1 text-ink-soft">
          {settled.map((text) => (
            <li key={text} {...settledMark} className={`${settledMark.className} whitespace-normal`}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
