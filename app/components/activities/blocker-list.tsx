import { Link } from '@remix-run/react';
import { type Blocker, fixTargetLabels } from '#rules/resolution-targets.ts';
import { type FixPage, fixUrl } from '../../resolution-urls.ts';

/** Blockers, each with its provision and a link to where it is resolved. */
export function BlockerList({
  blockers,
  page,
  canFix = true,
}: {
  blockers: readonly (Blocker & { satisfied?: boolean })[];
  page: FixPage;
  /** False for read-only users: no links to forms that would be rejected. */
  canFix?: boolean;
}) {
  return (
    <ul className="grid gap-2">
      {blockers.map((blocker) => (
        <li
          key={`${blocker.code} ${blocker.fix.id ?? ''} ${blocker.text}`}
          className="grid grid-cols-[18px_1fr] gap-x-2"
        >
          {blocker.satisfied ? (
            <span aria-hidden="true" className="text-success">
              ✓
            </span>
          ) : (
            <span aria-hidden="true" className="text-warning">
              ○
            </span>
          )}
          <div className="min-w-0">
            {blocker.satisfied === undefined ? null : (
              <span className="sr-only">{blocker.satisfied ? 'Settled: ' : 'Missing: '}</span>
            )}
            {blocker.text}
            {blocker.provision ? <span className="hint"> {blocker.provision}</span> : null}
            {blocker.satisfied || !canFix ? null : <FixLink blocker={blocker} page={page} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function FixLink({ blocker: { fix, text }, page }: { blocker: Blocker; page: FixPage }) {
  const url = fixUrl(fix, page);
  if (url === null) return null;
  return (
    <>
      {' '}
      <Link to={url} className="whitespace-nowrap">
        {fixTargetLabels[fix.target]}
        <span className="sr-only">: {text}</span>
      </Link>
    </>
  );
}
