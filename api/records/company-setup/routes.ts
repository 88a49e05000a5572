import { lookupCompany, readOnboarding } from '#contract/company/onboarding.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { adopt, saveDetails, setOfficer } from './commands.ts';
import { type LookUpDeps, lookup } from './look-up.ts';
import { showOnboarding } from './queries.ts';

/** Setting a new company up, step by step. */
export function onboardingRoutes(deps: LookUpDeps): Binding[] {
  return [
    bind(readOnboarding, (_input, caller) => showOnboarding(deps, caller)),
    saveDetails.bind(deps),
    setOfficer.bind(deps),
    adopt.bind(deps),
    bind(lookupCompany, ({ body }, caller) => lookup(deps, body, caller)),
  ];
}
