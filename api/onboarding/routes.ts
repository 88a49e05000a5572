import { finishOnboarding, readOnboarding } from '#contract/onboarding.ts';
import { type Binding, bind } from '../http/bind.ts';
import { type OnboardingDeps, saveOnboarding, showOnboarding } from './service.ts';

/** Setting a new company up. */
export function onboardingRoutes(deps: OnboardingDeps): Binding[] {
  return [
    bind(readOnboarding, (_input, caller) => showOnboarding(deps, caller)),
    bind(finishOnboarding, ({ body }, caller) => saveOnboarding(deps, body, caller)),
  ];
}
