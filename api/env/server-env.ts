import { z } from 'zod';
import { trustedProxies } from '#contract/trusted-proxies.ts';
import { keyList, text, webAddress } from './variable-schemas.ts';

export const serverVariables = z.object({
  WEB_SECRET: keyList,
  APP_URL: webAddress,
  HOST: text.default('127.0.0.1'),
  API_PORT: z.coerce.number({ error: 'must be a port' }).int().min(0).max(65_535).optional(),
  TRUST_PROXY: trustedProxies,
  METRICS_TOKEN: z.string().min(16, { error: 'must have 16 characters or more' }).optional(),
});

/** Settings of the HTTP server. */
export interface ServerEnv {
  /** The web signs with the first one; all of them verify. */
  webSecrets: string[];
  appUrl: string;
  host: string;
  apiPort?: number;
  trustedProxies: number;
  metricsToken?: string;
}

export function serverEnv(values: z.output<typeof serverVariables>): ServerEnv {
  return {
    webSecrets: values.WEB_SECRET,
    appUrl: values.APP_URL,
    host: values.HOST,
    apiPort: values.API_PORT,
    trustedProxies: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
  };
}
