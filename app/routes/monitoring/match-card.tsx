import { Badge, type BadgeProps, dangerBadge, settledBadge, warningBadge } from '../../components/badge.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import type { MatchView } from './alert-matches.server.ts';
import { DecideForm, type MatchProps } from './match-decision.tsx';

const matchBadges: Record<MatchView['status'], BadgeProps> = {
  pending: warningBadge,
  possible: warningBadge,
  truePositive: dangerBadge,
  falsePositive: settledBadge,
};

const sideColumns: Column<MatchView['rows'][number]>[] = [
  {
    title: 'Field',
    heading: <span className="sr-only">Field</span>,
    isRowHeader: true,
    className: 'wide:w-36 text-ink-soft',
    cell: ({ label }) => label,
  },
  {
    title: 'Client',
    className: 'whitespace-pre-line',
    cell: ({ ours }) => ours || <span className="text-ink-soft">Not recorded</span>,
  },
  {
    title: 'List entry',
    className: 'whitespace-pre-line',
    cell: ({ listed, verdict }) => (
      <>
        {listed || <span className="text-ink-soft">Not stated</span>}
        {verdict ? <span className="block font-semibold">{verdict}</span> : null}
      </>
    ),
  },
];

/** A list entry beside the client's record, with the score breakdown and the decision. */
export function MatchCard({ match, page, result }: MatchProps) {
  const at = `match-${match.id}` as const;
  const headingId = `${at}-heading`;
  return (
    <Panel
      id={at}
      headingId={headingId}
      title={
        <>
          {match.name}{' '}
          <span className="font-normal text-ink-soft tabular-nums">Match score {match.score}%</span>
        </>
      }
      level={3}
      action={<Badge by={matchBadges[match.status]}>{match.statusText}</Badge>}
    >
      <SectionMessage at={at} />
      <p className="hint">
        {match.formatList} · {match.topics.join(', ')}
        {match.changeText ? ` · ${match.changeText}` : ''}
      </p>
      {match.belowThreshold === null ? null : (
        <p className="notice notice-warning">
          Below the match threshold of {match.belowThreshold}, and raised because the name is identical: an
          identical name on a sanctions list is always a match to decide, whatever the date of birth.
        </p>
      )}
      <DataTable
        look="sides"
        caption="The client and the listed record side by side"
        columns={sideColumns}
        rows={match.rows}
        rowKey={({ label }) => label}
      />
      <ScoreBreakdown features={match.features} />
      <Decision match={match} page={page} result={result} />
    </Panel>
  );
}

function ScoreBreakdown({ features }: Pick<MatchView, 'features'>) {
  return (
    <div>
      <h4 className="text-sm font-semibold">Score breakdown</h4>
      <ul className="mt-1 grid gap-1 text-sm">
        {features.map(({ key, points, finding, compared }) => (
          <li key={key} className="grid grid-cols-[44px_minmax(0,1fr)] gap-2">
            <span className="text-right tabular-nums">{points}</span>
            <span>
              {finding} <span className="text-ink-soft">({compared})</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The decision on the match, and the form that makes or changes it. */
function Decision({ match, page, result }: MatchProps) {
  return (
    <>
      {match.decided ? (
        <p>
          <span className="font-semibold">{match.statusText}.</span> {match.decided.reason}{' '}
          <span className="hint">{match.decided.by}</span>
        </p>
      ) : null}
      {match.exposure ? (
        <p>
          <span className="font-semibold">{match.exposure.kind}.</span> {match.exposure.consequence}
        </p>
      ) : null}
      {page.canDecide ? (
        match.decided ? (
          <details>
            <summary>Change decision</summary>
            <DecideForm match={match} page={page} result={result} />
          </details>
        ) : (
          <DecideForm match={match} page={page} result={result} />
        )
      ) : null}
    </>
  );
}
