import { z } from 'zod';
import { keyList, text, webAddress } from './variable-schemas.ts';

export const verificationVariables = z.object({
  VERIFICATION_PROVIDER_URL: webAddress,
  VERIFICATION_PROVIDER_TOKEN: text,
  VERIFICATION_CALLBACK_SECRET: keyList,
});

/** Settings of the gateway that checks identity documents. */
export interface VerificationEnv {
  verificationProviderUrl: string;
  verificationProviderToken: string;
  /** All of them verify. */
  verificationCallbackSecrets: string[];
}

export function verificationEnv(values: z.output<typeof verificationVariables>): VerificationEnv {
  return {
    verificationProviderUrl: values.VERIFICATION_PROVIDER_URL,
    verificationProviderToken: values.VERIFICATION_PROVIDER_TOKEN,
    verificationCallbackSecrets: values.VERIFICATION_CALLBACK_SECRET,
  };
}
