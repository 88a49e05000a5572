import type { OnboardingStep } from '#contract/onboarding.ts';

/** The steps in their order, and what each is about. The two in the middle can wait. */
export const steps: Record<OnboardingStep, { label: string; canWait: boolean }> = {
  company: { label: 'Company', canWait: false },
  officer: { label: 'Compliance officer', canWait: false },
  templates: { label: 'Risk templates', canWait: true },
  team: { label: 'Team', canWait: true },
  plan: { label: 'Plan and payment', canWait: false },
};

export const stepNames = Object.keys(steps) as OnboardingStep[];

export const isStep = (name: string | null): name is OnboardingStep =>
  name !== null && Object.hasOwn(steps, name);

/** The step after this one that is not done; where all that follow are, the first that is left; undefined where none is. */
export function stepAfter(step: OnboardingStep, left: readonly OnboardingStep[]): OnboardingStep | undefined {
  const later = stepNames.slice(stepNames.indexOf(step) + 1);
  return (
    later.find((name) => left.includes(name)) ?? left.find((name) => name !== step && !steps[name].canWait)
  );
}
