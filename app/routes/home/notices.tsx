import { Link } from '@remix-run/react';

/** Lists required by law that screenings currently lack. */
export function ListProblems({ problems }: { problems: readonly { text: string }[] }) {
  if (problems.length === 0) return null;
  return (
    <p className="notice notice-warning mt-4">
      Screening is incomplete: {problems.map(({ text }) => text).join('; ')}.{' '}
      <Link to="/settings?view=lists">See screening lists</Link>
    </p>
  );
}

/** For members who sign off lists of clients affected by a law change. */
export function LawChangesNotice({ count }: { count: number }) {
  return (
    <p className="notice notice-warning mt-4">
      <Link to="/settings?view=law-changes">
        {count} {count === 1 ? 'list' : 'lists'} of clients affected by a law change
      </Link>{' '}
      to sign off.
    </p>
  );
}

/** Links for read-only members. */
export function ReadersNote() {
  return (
    <p className="notice mt-4">
      You have read-only access. See <Link to="/monitoring">Monitoring</Link> for alerts, runs and reviews,
      and <Link to="/settings?view=audit">Settings</Link> for the audit log. Download evidence packs from each
      client.
    </p>
  );
}
