import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clockShiftMs, shiftVariable } from '#tests/support/clock/moved-clock.mjs';
import { projectRoot } from '#tests/support/project-root.ts';

const preload = `--import=${pathToFileURL(join(projectRoot, 'tests/support/clock/moved-clock.mjs')).href}`;

/**
 * Environment of a process that has this one's clock.
 * @param furtherMs moves it further, in milliseconds
 */
export function processClock(furtherMs = 0): Record<string, string> {
  const options = process.env.NODE_OPTIONS ?? '';
  return {
    NODE_OPTIONS: options.includes(preload) ? options : `${options} ${preload}`.trim(),
    [shiftVariable]: String(clockShiftMs() + furtherMs),
  };
}
