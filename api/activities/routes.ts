import {
  createActivity,
  exportActivities,
  listActivities,
  moveActivity,
  readActivity,
  readActivityHistory,
  updateActivity,
} from '#contract/activities.ts';
import { type Binding, bind } from '../http/bind.ts';
import { exportActivities as exportAll } from './export.ts';
import { listActivities as list } from './list.ts';
import { moveActivity as move } from './moves.ts';
import {
  type ActivitiesDeps,
  createActivity as create,
  readActivityHistory as historyOf,
  readActivity as read,
  updateActivity as update,
} from './service.ts';

/** The activities' endpoints with what answers them. */
export function activitiesRoutes(deps: ActivitiesDeps): Binding[] {
  return [
    bind(listActivities, ({ query }, caller) => list(deps, caller, query)),
    bind(exportActivities, ({ query }, caller) => exportAll(deps, caller, query)),
    bind(createActivity, ({ body }, caller) => create(deps, caller, body)),
    bind(readActivity, ({ params }, caller) => read(deps, caller, params.id)),
    bind(updateActivity, ({ params, body }, caller) => update(deps, caller, params.id, body)),
    bind(moveActivity, ({ params, body }, caller) => move(deps, caller, params.id, body)),
    bind(readActivityHistory, ({ params, query }, caller) =>
      historyOf(deps, caller, params.id, query.before),
    ),
  ];
}
