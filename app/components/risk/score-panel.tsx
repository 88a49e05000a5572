import type { ReactNode } from 'react';
import type { ScoreExplanation } from '#contract/risk/assessments.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { type Factor, factorLabels } from '#rules/risk/template.ts';
import { RiskBadge } from '../badge.tsx';
import { Card, Panel } from '../panel.tsx';

/** A bar. Hidden from screen readers: the text beside it has the same information. */
function Bar({ part }: { part: number }) {
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-2 w-full rounded-sm bg-sunken"
      aria-hidden="true"
    >
      <rect width={Math.max(0, Math.min(100, part))} height="8" className="fill-accent" />
    </svg>
  );
}

/** The points of each factor, as bars that compare with the largest, and as text. */
function FactorBars({ factors }: { factors: ScoreExplanation['factors'] }) {
  const most = Math.max(1, ...factors.map(({ points }) => Number(points)));
  return (
    <ul className="grid gap-2">
      {factors.map(({ factor, weight, points }) => (
        <li key={factor} className="grid gap-0.5">
          <span className="flex justify-between gap-3 text-sm">
            <span>
              {factorLabels[factor as Factor]} <span className="text-ink-soft">weight {weight}</span>
            </span>
            <span className="tabular-nums">{points} points</span>
          </span>
          <Bar part={(Number(points) / most) * 100} />
        </li>
      ))}
    </ul>
  );
}

/** Raised minimum levels and prohibitions, regardless of the points. */
function FloorsAndStops({ score }: { score: ScoreExplanation }) {
  return (
    <>
      {score.floors.length === 0 ? null : (
        <div className="grid gap-1">
          <h3>Minimum level rules</h3>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {score.floors.map((floor) => (
              <li key={`${floor.questionKey} ${floor.optionLabel}`}>
                At least {riskLevelLabels[floor.level].toLowerCase()}: {floor.questionText}{' '}
                {floor.optionLabel}
              </li>
            ))}
          </ul>
        </div>
      )}
      {score.prohibitions.length === 0 ? null : (
        <div className="notice notice-danger grid gap-1">
          <h3>Prohibited</h3>
          <ul className="grid gap-1 text-sm">
            {score.prohibitions.map((stop) => (
              <li key={`${stop.questionKey} ${stop.optionLabel}`}>
                {stop.questionText} {stop.optionLabel}: must be declined.
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/**
 * The score in a sticky line while the questions are answered, if the panel is below all of them. The panel announces changes
 * to screen readers; this line is visual only.
 */
export function RunningScore({
  score,
  awaiting,
  children,
}: {
  score: ScoreExplanation;
  /** Answers that still have to be confirmed. */
  awaiting: number;
  children: ReactNode;
}) {
  const missing = score.missing.length;
  const open = [
    ...(missing === 0 ? [] : [`${missing} unanswered`]),
    ...(awaiting === 0 ? [] : [`${awaiting} to confirm`]),
  ];
  return (
    <Card
      pad="tight"
      data-sticks
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-1 lg:hidden print:hidden"
    >
      <p className="flex items-baseline gap-2 font-semibold">
        <a href="#score-heading">Current score</a>
        <span className="tabular-nums">{score.score ?? '–'}</span>
        <RiskBadge level={score.computedLevel} none="Not scored" />
      </p>
      {score.prohibited ? <p className="text-danger">Prohibited</p> : null}
      <p className="hint">{open.length === 0 ? 'All answered' : open.join(', ')}</p>
      {/* The buttons under the score have it too. */}
      <div className="empty:hidden scripted:hidden">{children}</div>
    </Card>
  );
}

/** The current score: level, total points, points by factor, minimum level rules, and a summary. */
export function ScorePanel({
  score,
  heading,
  announce = false,
}: {
  score: ScoreExplanation;
  heading: string;
  /** Announces changes, on a page where the score changes with the answers. */
  announce?: boolean;
}) {
  return (
    <Panel headingId="score-heading" title={heading}>
      <p
        className="flex flex-wrap items-baseline gap-x-3 text-xl font-semibold"
        role={announce ? 'status' : undefined}
      >
        <span className="tabular-nums">{score.score ?? '–'}</span>
        <RiskBadge level={score.computedLevel} none="Not scored" />
        {score.prohibited ? <span className="text-base text-danger">Prohibited</span> : null}
      </p>
      <FactorBars factors={score.factors} />
      <FloorsAndStops score={score} />
      <p className="hint">{score.sentence}</p>
    </Panel>
  );
}
