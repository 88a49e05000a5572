/** Setup of every test file: its clock begins at the same instant, and properties draw the same values, on every day and machine. */
import fc from 'fast-check';
import { moveClock, shiftToTestStart } from '#tests/support/clock/moved-clock.mjs';

moveClock(shiftToTestStart());

/** The soak draws another each time, and prints it. */
const seed = Number(process.env.ASSAY_TEST_SEED ?? 20_261_102);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
