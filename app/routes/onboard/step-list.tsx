import { Link } from '@remix-run/react';
import type { OnboardingStep } from '#contract/company/onboarding.ts';
import { Badge, openBadge, resolvedBadge } from '../../components/badge.tsx';
import { Card } from '../../components/panel.tsx';

interface StepLine {
  name: OnboardingStep;
  label: string;
  canWait: boolean;
  isDone: boolean;
  isProcessing: boolean;
}

/** All steps with their status, each a link. */
export function StepList({
  progress,
  current,
}: {
  progress: readonly StepLine[];
  /** The open step; null in a read-only list. */
  current: OnboardingStep | null;
}) {
  const done = progress.filter(({ isDone }) => isDone).length;
  return (
    <Card as="nav" aria-label="Setup steps">
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
                className="aria-[current]:font-semibold"
              >
                {label}
              </Link>
            )}
            <span className="text-sm">
              {isDone ? (
                <Badge by={resolvedBadge}>Completed</Badge>
              ) : isProcessing ? (
                <Badge by={openBadge}>Payment is being processed</Badge>
              ) : canWait ? (
                <span className="text-ink-soft">Optional</span>
              ) : (
                <Badge by={openBadge}>To do</Badge>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
