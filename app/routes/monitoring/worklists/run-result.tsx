import { Badge, openBadge, resolvedBadge } from '../../../components/badge.tsx';
import type { visibleRun } from './worklists.server.ts';

type Run = ReturnType<typeof visibleRun>;

/** The outcome of a run of monitoring so far. */
export function RunResult({ run }: { run: Run }) {
  const screened = run.screened === 1 ? '1 client' : `${run.screened} clients`;
  return (
    <>
      {run.isRunning ? <Badge by={openBadge}>Running</Badge> : <Badge by={resolvedBadge}>Completed</Badge>}:{' '}
      {screened}
      {run.matched > 0 ? `, ${run.matched} with new matches` : ', no new matches'}
      {run.failed > 0 ? `, ${run.failed} could not be screened` : ''}
    </>
  );
}
