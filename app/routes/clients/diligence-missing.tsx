import { Form, Link } from '@remix-run/react';
import { cddStatusLabels, clientStatusLabels } from '#rules/client-types.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { CountedHeading } from '../../components/counted-heading.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { Marked, settledMark } from '../../components/mark.tsx';
import type { answerClientMove, readDiligencePanel } from './diligence.server.ts';
import { ConfirmClientMove, isAsking, RefusedClientMove } from './diligence-moves.tsx';

type Panel = Awaited<ReturnType<typeof readDiligencePanel>>;
type Refused = Exclude<Awaited<ReturnType<typeof answerClientMove>>, Response>['data'];

/** What is missing about a client and why, and the moves that are open. */
export function MissingPanel({ panel, refused }: { panel: Panel; refused: Refused | undefined }) {
  const { clientId, confirm, missing, settled } = panel;
  const page = { kind: 'client', id: clientId } as const;
  return (
    <section
      id="diligence"
      className="panel mt-6 grid scroll-mt-4 gap-4 p-4"
      aria-labelledby="diligence-heading"
    >
      <CountedHeading id="diligence-heading" count={missing.length === 0 ? null : String(missing.length)}>
        What is missing and why
      </CountedHeading>
      {refused ? <RefusedClientMove refused={refused} /> : null}
      {confirm ? <ConfirmClientMove key={confirm} panel={panel} to={confirm} refused={refused} /> : null}
      {missing.length === 0 ? (
        <p>
          <Marked by={settledMark}>Nothing is missing.</Marked>
        </p>
      ) : (
        <BlockerList blockers={missing} page={page} mayFix={panel.mayAssess} />
      )}
      {settled.length > 0 ? (
        <details>
          <summary>
            {settled.length === 1 ? 'One thing is settled' : `${settled.length} things are settled`}
          </summary>
          <div className="mt-2">
            <BlockerList blockers={settled} page={page} />
          </div>
        </details>
      ) : null}
      <Quiet panel={panel} />
      <Moves panel={panel} />
    </section>
  );
}

/** What the company's policy says of an active client with whom nothing happens any more. */
function Quiet({ panel: { quiet, moves } }: { panel: Panel }) {
  if (quiet === null) return null;
  const dormant = moves.find(({ to }) => to === 'dormant');
  return (
    <p className="notice">
      Nothing has happened with this client since {quiet.since}, which is longer than the{' '}
      {quiet.afterBusinessDays} business days of your company’s policy.
      {dormant ? ` If the relationship rests, choose “${dormant.label}” below.` : null}
    </p>
  );
}

/** The moves of the client and of its due diligence, side by side, each with where it stands. */
function Moves({ panel }: { panel: Panel }) {
  const groups = [
    {
      lifecycle: 'client',
      heading: 'The client',
      now: clientStatusLabels[panel.status],
      moves: panel.moves,
    },
    {
      lifecycle: 'cdd',
      heading: 'Its due diligence',
      now: cddStatusLabels[panel.cddStatus],
      moves: panel.cddMoves,
    },
  ].filter(({ moves }) => moves.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="grid gap-x-6 gap-y-4 border-t border-line pt-3 md:grid-cols-2 print:hidden">
      {groups.map(({ lifecycle, heading, now, moves }) => (
        <div key={lifecycle} className="grid content-start gap-2">
          <h3 className="font-semibold">
            {heading} <span className="font-normal text-ink-soft">is now: {now.toLowerCase()}</span>
          </h3>
          <ul className="flex flex-wrap gap-2">
            {moves.map(({ to, label: words, blockers }) => (
              <li key={to} className="grid content-start gap-1">
                {isAsking(to) ? (
                  <Link to={`?confirm=${to}#diligence`} className="button">
                    {words}
                  </Link>
                ) : (
                  <Form method="post" action={`/clients/${panel.clientId}`} preventScrollReset>
                    <RequestKeyInput value={`${panel.requestKey}-${lifecycle}`} />
                    <input type="hidden" name="version" value={panel.version} />
                    <input type="hidden" name="lifecycle" value={lifecycle} />
                    <SubmitButton look="secondary" name="to" value={to} busy="Moving on…">
                      {words}
                    </SubmitButton>
                  </Form>
                )}
                {blockers.length > 0 ? (
                  <p className="hint">
                    {blockers.length === 1 ? 'One thing is missing' : `${blockers.length} things are missing`}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
