import { adopt, saveDetails, setOfficer } from './commands.ts';
import { lookupCompany } from './look-up.ts';
import { readOnboarding } from './queries.ts';

/** Setting a new company up, step by step. */
export const onboardingHandlers = [readOnboarding, saveDetails, setOfficer, adopt, lookupCompany] as const;
