import { archiveWorklist, createWorklist, makeDefaultWorklist, updateWorklist } from './commands.ts';
import { enrolFiltered } from './enrol.ts';
import { enrolClient, enrolSelected, transitionEnrolment } from './enrolments.ts';
import { showEnrolments, showWorklist, showWorklists } from './queries.ts';

/** Handlers of the worklist and enrolment endpoints. */
export const worklistHandlers = [
  showWorklists,
  showWorklist,
  createWorklist,
  updateWorklist,
  makeDefaultWorklist,
  archiveWorklist,
  showEnrolments,
  enrolClient,
  transitionEnrolment,
  enrolSelected,
  enrolFiltered,
] as const;
