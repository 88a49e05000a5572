import type { PGlite } from '@electric-sql/pglite';

const query = 'Q'.charCodeAt(0);
const execute = 'E'.charCodeAt(0);
const sync = 'S'.charCodeAt(0);

/** Messages that end PostgreSQL's response to a query or an execution. */
const endings = new Set([
  'commandComplete',
  'emptyQuery',
  'portalSuspended',
  'error',
  'copyInResponse',
  'copyOutResponse',
]);

export const engineStopped = 'The embedded database has stopped. Start Assay again.';

/**
 * Detects when the engine traps: PGlite swallows a WebAssembly fault and never responds again, so that callers would
 * wait indefinitely. From the first incomplete response every call fails instead.
 * @param onStop called once when that happens.
 */
export function guardEngine(pglite: PGlite, onStop: () => void): void {
  const send = pglite.execProtocolStream.bind(pglite);
  let stopped = false;
  // After an error PostgreSQL silently skips everything up to the next Sync.
  let skipping = false;
  pglite.execProtocolStream = async (message, options) => {
    if (stopped) throw new Error(engineStopped);
    const answers = await send(message, options);
    const kind = message[0];
    const ends = answers.some(({ name }) => endings.has(name));
    if ((kind === query || (kind === execute && !skipping)) && !ends) {
      stopped = true;
      onStop();
      throw new Error(engineStopped);
    }
    if (answers.some(({ name }) => name === 'error')) skipping = kind !== query;
    if (kind === sync) skipping = false;
    return answers;
  };
}
