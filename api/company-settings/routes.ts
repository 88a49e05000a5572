import {
  previewPolicies,
  readCompanyProfile,
  readPolicies,
  updateCompanyProfile,
  updatePolicies,
} from '#contract/company-settings.ts';
import { type Binding, bind } from '../http/bind.ts';
import type { CompanySettingsDeps } from './deps.ts';
import { preview, readCompanyPolicies, updateCompanyPolicies } from './policies.ts';
import { readProfile, updateProfile } from './profile.ts';

/** The company's details and policies. */
export function companySettingsRoutes(deps: CompanySettingsDeps): Binding[] {
  return [
    bind(readCompanyProfile, (_input, caller) => readProfile(deps, caller)),
    bind(updateCompanyProfile, ({ body }, caller) => updateProfile(deps, caller, body)),
    bind(readPolicies, (_input, caller) => readCompanyPolicies(deps, caller)),
    bind(previewPolicies, ({ body }, caller) => preview(deps, caller, body)),
    bind(updatePolicies, ({ body }, caller) => updateCompanyPolicies(deps, caller, body)),
  ];
}
