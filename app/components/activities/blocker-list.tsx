import { Link, useRouteLoaderData } from '@remix-run/react';
import type { MemberSession } from '#contract/company/accounts.ts';
import { type Blocker, type Fix, fixLabel } from '#rules/alerts/resolution-targets.ts';
import { can } from '#rules/permissions.ts';
import type { RequirementHelp } from '#rules/requirement-help.ts';
import { fixPermission, whoCanFix } from '#rules/resolution-rights.ts';
import { type FixPage, fixUrl } from '../../resolution-urls.ts';
import { mainLayoutRoute } from '../../state.ts';
import type { PlaceOf } from '../forms/error-summary.tsx';

/** Blockers, each with its provision, and a link to where it is resolved, or who can resolve it for those who cannot. */
export function BlockerList({
  blockers,
  page,
}: {
  blockers: readonly (Blocker & { satisfied?: boolean; help?: RequirementHelp })[];
  page: FixPage;
}) {
  return (
    <ul className="grid gap-2">
      {blockers.map((blocker) => (
        <li
          key={`${blocker.code} ${blocker.fix.id ?? ''} ${blocker.text}`}
          className="grid grid-cols-[18px_1fr] gap-x-2"
        >
          {blocker.satisfied ? (
            <span aria-hidden="true" className="text-center text-success">
              ✓
            </span>
          ) : (
            <span aria-hidden="true" className="mx-auto mt-1.5 size-2 rounded-full bg-warning-line" />
          )}
          {/* The link is at the right of the text's last line, or under it. */}
          <div className="flow-root min-w-0 [&>a]:inline-block [&>a]:min-h-6 sm:[&>a]:float-right sm:[&>a]:ml-4">
            {blocker.satisfied === undefined ? null : (
              <span className="sr-only">{blocker.satisfied ? 'Settled: ' : 'Missing: '}</span>
            )}
            {blocker.text} <span className="hint">{blocker.provision}</span>
            {blocker.satisfied ? null : <FixLink blocker={blocker} page={page} />}
            {blocker.help ? <Help text={blocker.text} help={blocker.help} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Help({ text, help: { purpose, evidence, example } }: { text: string; help: RequirementHelp }) {
  return (
    <details className="hint clear-both">
      <summary className="min-h-6 py-1" aria-label={`What counts as evidence: ${text}`}>
        What counts as evidence
      </summary>
      <p className="mt-1">{purpose}</p>
      <p className="mt-1">{evidence}</p>
      <p className="mt-1">Example: {example}</p>
    </details>
  );
}

/**
 * For the summary of a rejected form: the provision and the place of each blocker that the form's own fields do not resolve.
 * @param isOwn whether a blocker is resolved in the form
 */
export function getPlaces(
  blockers: readonly Blocker[] | undefined,
  page: FixPage,
  isOwn: (fix: Fix) => boolean = () => false,
): PlaceOf {
  return (message) => {
    const blocker = blockers?.find(({ text, fix }) => text === message && !isOwn(fix));
    return blocker === undefined ? null : (
      <>
        <span className="hint">{blocker.provision}</span>
        <FixLink blocker={blocker} page={page} />
      </>
    );
  };
}

function FixLink({ blocker: { fix, text }, page }: { blocker: Blocker; page: FixPage }) {
  const session = useRouteLoaderData(mainLayoutRoute) as MemberSession | undefined;
  const url = fixUrl(fix, page);
  if (url === null || session === undefined) return null;
  const { member, company } = session;
  // Only hides what the API would reject.
  const right = can(
    { kind: 'member', ...member },
    fixPermission(fix.target),
    company,
    new Date().toISOString(),
  );
  if (!right.allowed) {
    const who = whoCanFix(fix.target);
    return who === null ? null : <> {who}</>;
  }
  return (
    <>
      {' '}
      <Link to={url} className="whitespace-nowrap max-xs:whitespace-normal print:hidden!">
        {fixLabel(fix)}
        <span className="sr-only">: {text}</span>
      </Link>
    </>
  );
}
