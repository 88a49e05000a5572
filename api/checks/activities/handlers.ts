import { exportActivities, listActivities, readActivity, readActivityHistory } from '#contract/activities.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { arrangements } from './arrangements.ts';
import { createActivity, updateActivity } from './commands.ts';
import { exportActivities as exportAll } from './export.ts';
import { listActivities as list } from './list.ts';
import { nonCooperation } from './non-cooperation.ts';
import { type ActivitiesDeps, readActivityHistory as historyOf, readActivity as read } from './queries.ts';
import { transitionActivity } from './transitions.ts';

const handler = handlersFor<ActivitiesDeps>();

/** Handlers of the activity endpoints. */
export const activityHandlers = [
  handler(listActivities, (deps, { query }, caller) => list(deps, caller, query)),
  handler(exportActivities, (deps, { query }, caller) => exportAll(deps, caller, query)),
  createActivity,
  handler(readActivity, (deps, { params }, caller) => read(deps, caller, params.id)),
  updateActivity,
  transitionActivity,
  nonCooperation.record,
  nonCooperation.withdraw,
  arrangements.record,
  arrangements.withdraw,
  handler(readActivityHistory, (deps, { params, query }, caller) =>
    historyOf(deps, caller, params.id, query.before),
  ),
] as const;
