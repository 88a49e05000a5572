/** When a test begins: an ISO instant, or `real`. */
export const testStart: string;
/** Environment variable with the shift, for processes started from here. */
export const shiftVariable: string;
/** Milliseconds from the machine's clock to one that begins at `testStart` now. */
export function shiftToTestStart(): number;
/** The shift of this process; 0 before `moveClock`. */
export function clockShiftMs(): number;
/** Moves the clock of this process. */
export function moveClock(shiftMs: number): void;
/** A script that moves the clock of a browser's page. */
export function browserClock(shiftMs: number): string;
