import { z } from 'zod';
import { text, webAddress } from './variable-schemas.ts';

export const identityVariables = z.object({
  DESCOPE_PROJECT_ID: text,
  DESCOPE_BASE_URL: webAddress.optional(),
  DESCOPE_MANAGEMENT_KEY: text,
});

/** Settings of the identity service. */
export interface IdentityEnv {
  descopeProjectId: string;
  descopeBaseUrl?: string;
  descopeManagementKey: string;
}

export function identityEnv(values: z.output<typeof identityVariables>): IdentityEnv {
  return {
    descopeProjectId: values.DESCOPE_PROJECT_ID,
    descopeBaseUrl: values.DESCOPE_BASE_URL,
    descopeManagementKey: values.DESCOPE_MANAGEMENT_KEY,
  };
}
