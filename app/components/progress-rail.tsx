import type { StepProgress } from '#rules/progress.ts';

const marks = { complete: '✓', current: '', outstanding: '' } as const;

const stateLabels = { complete: 'Complete', current: 'Current step', outstanding: 'Not complete' } as const;

const badgeClasses = {
  complete: 'border-success bg-success text-paper',
  current: 'border-accent border-[5px]',
  outstanding: 'border-line-strong text-ink-soft',
} as const;

/** The five steps of a record, each with its state as text. `label`: the record they belong to. */
export function ProgressRail<Step extends string>({
  label,
  steps,
  labels,
}: {
  label: string;
  steps: readonly StepProgress<Step>[];
  labels: Record<Step, string>;
}) {
  return (
    <nav aria-label={label} className="mt-4 print:hidden">
      <ol className="grid gap-2 sm:grid-cols-5 sm:gap-3">
        {steps.map(({ step, state, reason }) => (
          <li
            key={step}
            aria-current={state === 'current' ? 'step' : undefined}
            className={`flex items-start gap-2 border-line sm:border-t-2 sm:pt-2 ${state === 'complete' ? 'sm:border-success' : ''} ${state === 'current' ? 'sm:border-accent' : ''}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-5 shrink-0 place-items-center rounded-full border text-xs ${badgeClasses[state]}`}
            >
              {marks[state]}
            </span>
            <span className="min-w-0">
              <span className={state === 'current' ? 'font-semibold' : ''}>{labels[step]}</span>
              <span className="sr-only">: {stateLabels[state]}.</span>
              <span className="hint block">{reason}</span>
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
