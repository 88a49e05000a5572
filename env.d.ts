/// <reference types="@remix-run/node" />
/// <reference types="vite/client" />

import '@remix-run/server-runtime';

/** An asset's URL, of a file however small. */
declare module '*?url&no-inline' {
  const url: string;
  export default url;
}

declare module '@remix-run/server-runtime' {
  /** Types of loaders and actions follow single fetch: what is returned is what arrives, dates included. */
  interface Future {
    v3_singleFetch: true;
  }

  /** What `server.ts` knows of a request. Under `remix-serve` it is absent. */
  interface AppLoadContext {
    clientIp?: string;
    /** Whether records of the demo company are still being made. */
    isDemoFilling?: boolean;
    /** The body was larger than forms may be, and was thrown away; see body-limit.server.ts. */
    isBodyTooLarge?: boolean;
  }
}
