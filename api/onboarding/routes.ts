import {
  adoptStarters,
  lookUpCompany,
  nameOfficer,
  readOnboarding,
  saveCompanyDetails,
} from '#contract/onboarding.ts';
import { type Binding, bind } from '../http/bind.ts';
import { type LookUpDeps, lookUp } from './look-up.ts';
import { adopt, saveDetails, setOfficer, showOnboarding } from './service.ts';

/** Setting a new company up, step by step. */
export function onboardingRoutes(deps: LookUpDeps): Binding[] {
  return [
    bind(readOnboarding, (_input, caller) => showOnboarding(deps, caller)),
    bind(saveCompanyDetails, ({ body }, caller) => saveDetails(deps, body, caller)),
    bind(nameOfficer, ({ body }, caller) => setOfficer(deps, body, caller)),
    bind(adoptStarters, ({ body }, caller) => adopt(deps, body, caller)),
    bind(lookUpCompany, ({ body }, caller) => lookUp(deps, body, caller)),
  ];
}
