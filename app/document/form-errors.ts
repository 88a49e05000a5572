/** The result of an action whose form came back with errors, marked for the page's title. */
interface Marked {
  hasErrors: true;
}

/** Marks the result of an action as a form with errors. One that is no object is passed through. */
export function withErrorsMarked(result: unknown): unknown {
  return typeof result === 'object' && result !== null
    ? ({ ...result, hasErrors: true } satisfies Marked)
    : result;
}

/** Whether one of the results of a page's actions, by route, is a form with errors. */
export function haveErrors(results: Record<string, unknown> | null | undefined): boolean {
  return Object.values(results ?? {}).some(
    (result) => typeof result === 'object' && result !== null && 'hasErrors' in result,
  );
}
