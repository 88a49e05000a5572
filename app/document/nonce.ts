import { createContext, useContext } from 'react';

/** Provides the nonce of the content security policy to the document's scripts. Absent in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce for inline scripts of this document. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
