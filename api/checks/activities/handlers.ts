import { arrangements } from './arrangements.ts';
import { createActivity, updateActivity } from './commands.ts';
import { exportActivities } from './export.ts';
import { listActivities } from './list.ts';
import { nonCooperation } from './non-cooperation.ts';
import { readActivity, readActivityHistory } from './queries.ts';
import { transitionActivity } from './transitions.ts';

/** Handlers of the activity endpoints. */
export const activityHandlers = [
  listActivities,
  exportActivities,
  createActivity,
  readActivity,
  updateActivity,
  transitionActivity,
  nonCooperation.record,
  nonCooperation.withdraw,
  arrangements.record,
  arrangements.withdraw,
  readActivityHistory,
] as const;
