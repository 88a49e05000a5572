import { type RiskLevel, riskLevelLabels } from '#rules/client-types.ts';
import { type ActivityStatus, activityLifecycle } from '#rules/lifecycles/activities.ts';

/** A shape for each status beside its word, and the colour of those that need action or are settled. */
const statusMarks: Record<ActivityStatus, [shape: string, colour: string]> = {
  toDo: ['○', 'text-ink-soft'],
  inProgress: ['◐', 'text-attention'],
  inReview: ['◕', 'text-attention'],
  onHold: ['◌', 'text-ink-soft'],
  completed: ['●', 'text-settled'],
  cancelled: ['×', 'text-ink-soft'],
};

/** An activity's status as a word and a shape. */
export function ActivityStatusMark({ status }: { status: ActivityStatus }) {
  const [shape, colour] = statusMarks[status];
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={colour}>
        {shape}
      </span>{' '}
      {activityLifecycle.labels[status]}
    </span>
  );
}

const riskMarks: Record<RiskLevel, [shape: string, colour: string]> = {
  low: ['▁', 'text-settled'],
  medium: ['▃', 'text-attention'],
  high: ['▇', 'text-danger'],
};

/** A risk level as a word and a shape. */
export function RiskMark({ level }: { level: RiskLevel | null }) {
  if (level === null) return <>Not assessed</>;
  const [shape, colour] = riskMarks[level];
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={colour}>
        {shape}
      </span>{' '}
      {riskLevelLabels[level]}
    </span>
  );
}
