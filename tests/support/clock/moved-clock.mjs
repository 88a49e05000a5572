/**
 * The clock of tests: `Date` begins at an instant of the test's and goes on from there, here and in the processes and threads started from here.
 * Imported before anything else by tests, and preloaded by the processes of the product that they start (`--import`).
 */
import { ServerResponse } from 'node:http';

/** The 2nd of November in UTC, the 3rd in New Zealand and Australia: a day with two names, far from the ends of months and from changes of the hour. */
const usualStart = '2026-11-02T21:00:00Z';

/** When a test begins: an ISO instant, another where `ASSAY_TEST_CLOCK` names one, or `real` where it leaves the clock alone. */
export const testStart = process.env.ASSAY_TEST_CLOCK ?? usualStart;

/** Environment variable with the shift, for processes started from here. */
export const shiftVariable = 'ASSAY_TEST_CLOCK_SHIFT_MS';
const machineClock = Symbol.for('assay.tests.machineClock');

/** The machine's own clock; milliseconds since 1970. For what the machine dates, such as files. */
globalThis[machineClock] ??= Date.now;
const machineNow = globalThis[machineClock];

/** Milliseconds from the machine's clock to one that begins at `testStart` now. */
export function shiftToTestStart() {
  if (testStart === 'real') return 0;
  const start = Date.parse(testStart);
  if (Number.isNaN(start)) throw new Error(`ASSAY_TEST_CLOCK is neither an instant nor "real": ${testStart}`);
  return start - machineNow();
}

/** The shift of this process; 0 before `moveClock`. */
export const clockShiftMs = () => Number(process.env[shiftVariable] ?? 0);

/** Moves the clock of this process. Processes take it over from the environment (`processClock`), threads by themselves. */
export function moveClock(shiftMs) {
  process.env[shiftVariable] = String(shiftMs);
  if (!(shiftVariable in Date)) replaceDate();
}

/** A script that moves the clock of a browser's page, to run before the page's own. */
export const browserClock = (shiftMs) => `{
  const now = Date.now.bind(Date);
  (${replaceDateOf})(globalThis, () => now() + ${shiftMs});
}`;

function replaceDateOf(scope, now) {
  scope.Date = new Proxy(scope.Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  scope.Date.prototype.constructor = scope.Date;
}

function replaceDate() {
  replaceDateOf(globalThis, () => machineNow() + clockShiftMs());
  Date[shiftVariable] = true;
  // A browser measures when a cookie expires from the date of the response, which Node writes by the machine's clock.
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...args) {
    if (this.sendDate && !this.headersSent && !this.hasHeader('date'))
      this.setHeader('Date', new Date().toUTCString());
    return writeHead.apply(this, args);
  };
}

if (process.env[shiftVariable] !== undefined) moveClock(clockShiftMs());
