import { useMatches } from '@remix-run/react';

/** `handle` of a route whose documents are not hydrated: they load one script, and follow links and forms as the browser does. */
export interface DocumentHandle {
  /** URL of the route's own script. */
  script: string;
}

/** The script of a plain document; undefined for a document that React hydrates. */
export function usePlainScript(): string | undefined {
  const handles = useMatches().map(({ handle }) => handle as Partial<DocumentHandle> | undefined);
  return handles.find((handle) => handle?.script !== undefined)?.script;
}
