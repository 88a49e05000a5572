import { lookupCompany, readOnboarding } from '#contract/company/onboarding.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { adopt, saveDetails, setOfficer } from './commands.ts';
import { type LookUpDeps, lookup } from './look-up.ts';
import { showOnboarding } from './queries.ts';

const handler = handlersFor<LookUpDeps>();

/** Setting a new company up, step by step. */
export const onboardingHandlers = [
  handler(readOnboarding, (deps, _input, caller) => showOnboarding(deps, caller)),
  saveDetails,
  setOfficer,
  adopt,
  handler(lookupCompany, (deps, { body }, caller) => lookup(deps, body, caller)),
] as const;
