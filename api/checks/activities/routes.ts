import { exportActivities, listActivities, readActivity, readActivityHistory } from '#contract/activities.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { arrangements } from './arrangements.ts';
import { createActivity, updateActivity } from './commands.ts';
import { exportActivities as exportAll } from './export.ts';
import { listActivities as list } from './list.ts';
import { nonCooperation } from './non-cooperation.ts';
import { type ActivitiesDeps, readActivityHistory as historyOf, readActivity as read } from './queries.ts';
import { transitionActivity } from './transitions.ts';

/** Handlers of the activity endpoints. */
export function activitiesRoutes(deps: ActivitiesDeps): Binding[] {
  return [
    bind(listActivities, ({ query }, caller) => list(deps, caller, query)),
    bind(exportActivities, ({ query }, caller) => exportAll(deps, caller, query)),
    createActivity.bind(deps),
    bind(readActivity, ({ params }, caller) => read(deps, caller, params.id)),
    updateActivity.bind(deps),
    transitionActivity.bind(deps),
    nonCooperation.record.bind(deps),
    nonCooperation.withdraw.bind(deps),
    arrangements.record.bind(deps),
    arrangements.withdraw.bind(deps),
    bind(readActivityHistory, ({ params, query }, caller) =>
      historyOf(deps, caller, params.id, query.before),
    ),
  ];
}
