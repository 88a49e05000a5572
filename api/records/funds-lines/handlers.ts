import { addLine, changeLine, rejectLine, verifyLine, withdrawLine } from './commands.ts';
import { listActivityLines, listLines, readLine } from './queries.ts';

/** Handlers of the endpoints of source of funds and wealth. */
export const fundsLineHandlers = [
  listLines,
  listActivityLines,
  readLine,
  addLine,
  changeLine,
  verifyLine,
  rejectLine,
  withdrawLine,
] as const;
