import type { OnboardingStep } from '#contract/company/onboarding.ts';

/** The steps in order, with their titles. The two in the middle are optional. */
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

/** The next step that is not done, else the first one; undefined if all are done. */
export function stepAfter(step: OnboardingStep, left: readonly OnboardingStep[]): OnboardingStep | undefined {
  const later = stepNames.slice(stepNames.indexOf(step) + 1);
  return (
    later.find((name) => left.includes(name)) ?? left.find((name) => name !== step && !steps[name].canWait)
  );
}
