import type { StepProgress } from '#rules/progress.ts';

const marks = { complete: '✓', current: '', outstanding: '' } as const;

const stateLabels = { complete: 'Complete', current: 'Current step', outstanding: 'Not complete' } as const;

const badgeClasses = {
  complete: 'border-success bg-success text-on-success',
  current: 'border-accent border-[5px]',
  outstanding: 'border-line-strong text-ink-soft',
} as const;

const lines = {
  complete: 'border-success',
  current: 'border-accent',
  outstanding: 'border-line',
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
      <ol className="grid grid-cols-5 gap-1 max-xs:grid-cols-1 sm:gap-3">
        {steps.map(({ step, state, reason }) => (
          <li
            key={step}
            aria-current={state === 'current' ? 'step' : undefined}
            className={`flex items-start gap-x-2 gap-y-1 border-t-2 pt-2 max-sm:flex-col max-sm:items-center max-xs:flex-row ${lines[state]}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-[1.429rem] shrink-0 place-items-center rounded-full border text-xs ${badgeClasses[state]}`}
            >
              {marks[state]}
            </span>
            <span className="min-w-0 max-sm:text-center max-sm:text-xs max-xs:text-left">
              <span className={state === 'current' ? 'sm:font-semibold' : ''}>{labels[step]}</span>
              <span className="sr-only">: {stateLabels[state]}.</span>
              <span className="hint block max-sm:sr-only">{reason}</span>
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
