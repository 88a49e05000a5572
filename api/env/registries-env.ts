import { z } from 'zod';
import type { RegistriesEnv } from '../integrations/registries/registries.ts';
import { text, webAddress } from './variable-schemas.ts';

/** All optional: a register that is not configured reports that when it is queried. */
export const registriesVariables = z.object({
  NZBN_API_URL: webAddress.default('https://api.business.govt.nz/gateway/nzbn/v5'),
  NZBN_API_KEY: text.optional(),
  ABN_LOOKUP_URL: webAddress.default('https://abr.business.gov.au/json'),
  ABN_LOOKUP_GUID: text.optional(),
  COMPANY_EXTRACTS_URL: webAddress.optional(),
  COMPANY_EXTRACTS_KEY: text.optional(),
});

export function registriesEnv(values: z.output<typeof registriesVariables>): RegistriesEnv {
  const withoutSlash = (url: string) => url.replace(/\/+$/, '');
  const { COMPANY_EXTRACTS_URL: url, COMPANY_EXTRACTS_KEY: key } = values;
  return {
    nzbn: { url: withoutSlash(values.NZBN_API_URL), key: values.NZBN_API_KEY },
    abn: { url: withoutSlash(values.ABN_LOOKUP_URL), guid: values.ABN_LOOKUP_GUID },
    ...(url && key ? { extracts: { url: withoutSlash(url), key } } : {}),
  };
}
