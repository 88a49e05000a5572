import { previewPolicies, readCompanyProfile, readPolicies } from '#contract/company/company-settings.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { updatePolicies, updateProfile } from './commands.ts';
import {
  type CompanySettingsDeps,
  previewPolicies as preview,
  readCompanyPolicies,
  readProfile,
} from './queries.ts';

const handler = handlersFor<CompanySettingsDeps>();

/** The company's details and policies. */
export const companySettingsHandlers = [
  handler(readCompanyProfile, (deps, _input, caller) => readProfile(deps, caller)),
  updateProfile,
  handler(readPolicies, (deps, _input, caller) => readCompanyPolicies(deps, caller)),
  handler(previewPolicies, (deps, { body }, caller) => preview(deps, caller, body)),
  updatePolicies,
] as const;
