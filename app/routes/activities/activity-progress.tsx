import type { Activity } from '#contract/activities.ts';
import { activityStepLabels } from '#rules/activities/activity-progress.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { ButtonLink } from '../../components/button.tsx';
import { ProgressRail } from '../../components/progress-rail.tsx';
import { fixUrl } from '../../resolution-urls.ts';

/** The activity's five steps; nothing once it is cancelled. */
export function ActivityRail({ activity: { status, progress } }: { activity: Activity }) {
  const { title } = useActivityNoun();
  if (status === 'cancelled') return null;
  return <ProgressRail label={`${title} progress`} steps={progress.steps} labels={activityStepLabels} />;
}

/** The next action; nothing once every step is complete. */
export function NextStep({ activity: { id, progress } }: { activity: Activity }) {
  const { next } = progress;
  const url = next && fixUrl(next.fix, { kind: 'activity', id });
  return url ? (
    <ButtonLink to={url} variant="primary">
      {next.text}
    </ButtonLink>
  ) : null;
}
