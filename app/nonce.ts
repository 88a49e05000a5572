import { createContext, useContext } from 'react';

/** Carries the nonce of the content security policy to the scripts of the document. Absent in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce that an inline script of this document needs. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
