import { previewPolicies, readCompanyProfile, readPolicies } from '#contract/company/company-settings.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { updatePolicies, updateProfile } from './commands.ts';
import {
  type CompanySettingsDeps,
  previewPolicies as preview,
  readCompanyPolicies,
  readProfile,
} from './queries.ts';

/** The company's details and policies. */
export function companySettingsRoutes(deps: CompanySettingsDeps): Binding[] {
  return [
    bind(readCompanyProfile, (_input, caller) => readProfile(deps, caller)),
    updateProfile.bind(deps),
    bind(readPolicies, (_input, caller) => readCompanyPolicies(deps, caller)),
    bind(previewPolicies, ({ body }, caller) => preview(deps, caller, body)),
    updatePolicies.bind(deps),
  ];
}
