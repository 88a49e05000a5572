import { updatePolicies, updateProfile } from './commands.ts';
import { previewPolicies, readPolicies, readProfile } from './queries.ts';

/** The company's details and policies. */
export const companySettingsHandlers = [
  readProfile,
  updateProfile,
  readPolicies,
  previewPolicies,
  updatePolicies,
] as const;
