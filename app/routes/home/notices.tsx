import { Link } from '@remix-run/react';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatCount } from '../../components/table.tsx';

/** Lists required by law that screenings currently lack. */
export function ListProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <p className="notice notice-warning mt-4">
      Screening is incomplete: {problems.join('; ')}.{' '}
      <Link to={settingsUrl('lists')}>See screening lists</Link>
    </p>
  );
}

/** Facts about the company that are not recorded, each with what is assumed meanwhile. */
export function MissingFactsNotice({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <p className="notice notice-warning mt-4">
      <strong className="font-semibold">Details of your company are missing.</strong> {missing.join(' ')}{' '}
      <Link to={settingsUrl('company')}>Record them</Link>
    </p>
  );
}

/** For members who sign off lists of clients affected by a law change. */
export function LawChangesNotice({ count }: { count: number }) {
  return (
    <p className="notice notice-warning mt-4">
      <Link to={settingsUrl('law-changes')}>
        {count} {count === 1 ? 'list' : 'lists'} of clients affected by a law change
      </Link>{' '}
      to sign off.
    </p>
  );
}

/** Clients with a decision for which no second person was eligible, as the next independent audit looks at them. */
export function DecidedByOne({ total }: { total: CappedCount }) {
  if (total.count === 0) return null;
  return (
    <p className="notice mt-4">
      <Link to="/clients?decided=byOne">
        {total.count === 1 ? '1 client' : `${formatCount(total)} clients`} decided by one person
      </Link>
      , because no second person was eligible. List them for the next independent audit.
    </p>
  );
}

/** Links for read-only members. */
export function ReadersNote() {
  return (
    <p className="notice mt-4">
      You have read-only access. See <Link to="/monitoring">Monitoring</Link> for alerts, runs and reviews,
      and <Link to={settingsUrl('audit')}>Settings</Link> for the audit log. Download evidence packs from each
      client.
    </p>
  );
}
