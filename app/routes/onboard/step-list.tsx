import { Link } from '@remix-run/react';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { Marked, openMark, settledMark } from '../../components/mark.tsx';

interface StepLine {
  name: OnboardingStep;
  label: string;
  canWait: boolean;
  isDone: boolean;
  isProcessing: boolean;
}

/** Every step with how it stands, in words; each leads there. */
export function StepList({
  progress,
  current,
}: {
  progress: readonly StepLine[];
  /** The step that is open; null where the list is only to read. */
  current: OnboardingStep | null;
}) {
  const done = progress.filter(({ isDone }) => isDone).length;
  return (
    <nav aria-label="Steps of the set-up" className="panel px-4 py-3">
      <p className="hint">
        {done} of {progress.length} done
      </p>
      <ol className="mt-2 grid gap-1">
        {progress.map(({ name, label, canWait, isDone, isProcessing }) => (
          <li
            key={name}
            className={`grid gap-0.5 rounded-md px-2 py-1.5 ${name === current ? 'bg-accent-soft' : ''}`}
          >
            {current === null ? (
              <span>{label}</span>
            ) : (
              <Link
                to={`/onboard?step=${name}`}
                aria-current={name === current ? 'step' : undefined}
                preventScrollReset
                className="aria-[current]:font-semibold"
              >
                {label}
              </Link>
            )}
            <span className="text-sm">
              {isDone ? (
                <Marked by={settledMark}>Done</Marked>
              ) : isProcessing ? (
                <Marked by={openMark}>Payment is being processed</Marked>
              ) : canWait ? (
                <span className="text-ink-soft">Can wait</span>
              ) : (
                <Marked by={openMark}>To do</Marked>
              )}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
