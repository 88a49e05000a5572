import type { Diligence } from '#contract/cdd.ts';
import { clientStepLabels } from '#rules/clients/client-progress.ts';
import { ButtonLink } from '../../components/button.tsx';
import { fixUrl } from '../../resolution-urls.ts';

type Progress = Diligence['progress'];

const marks = { complete: '✓', current: '●', outstanding: '○' } as const;

const stateWords = { complete: 'Complete', current: 'Current step', outstanding: 'Not complete' } as const;

const markClasses = {
  complete: 'border-success bg-success text-paper',
  current: 'border-accent text-accent',
  outstanding: 'border-line-strong text-ink-soft',
} as const;

/** The five steps of a client, each with its state in words. */
export function ProgressRail({ steps }: { steps: Progress['steps'] }) {
  return (
    <nav aria-label="Client progress" className="mt-4 print:hidden">
      <ol className="grid gap-2 sm:grid-cols-5 sm:gap-3">
        {steps.map(({ step, state, reason }) => (
          <li
            key={step}
            aria-current={state === 'current' ? 'step' : undefined}
            className={`flex items-start gap-2 border-line sm:border-t-2 sm:pt-2 ${state === 'complete' ? 'sm:border-success' : ''} ${state === 'current' ? 'sm:border-accent' : ''}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-5 shrink-0 place-items-center rounded-full border text-xs ${markClasses[state]}`}
            >
              {marks[state]}
            </span>
            <span className="min-w-0">
              <span className={state === 'current' ? 'font-semibold' : ''}>{clientStepLabels[step]}</span>
              <span className="sr-only">: {stateWords[state]}.</span>
              <span className="hint block">{reason}</span>
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The one thing to do next; nothing once every step is complete. */
export function NextStep({
  clientId,
  progress,
  cddTransitions,
}: {
  clientId: string;
  progress: Progress;
  cddTransitions: Diligence['cddTransitions'];
}) {
  const { next } = progress;
  if (next === null) return null;
  const approve = cddTransitions.find(({ to, blockers }) => to === 'verified' && blockers.length === 0);
  const url =
    next.step === 'approval' && approve
      ? `/clients/${clientId}?confirm=verified#diligence`
      : (fixUrl(next.fix, { kind: 'client', id: clientId }) ?? '#diligence');
  return (
    <ButtonLink to={url} variant="primary">
      {next.text}
    </ButtonLink>
  );
}
