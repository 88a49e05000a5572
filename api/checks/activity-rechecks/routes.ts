import { listActivityRechecks } from '#contract/activity-rechecks.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import type { ActivitiesDeps } from '../activities/queries.ts';
import { listActivityRechecks as list } from './list.ts';

/** Handlers of the list of activities to recheck. */
export function activityRechecksRoutes(deps: Pick<ActivitiesDeps, 'db'>): Binding[] {
  return [bind(listActivityRechecks, ({ query }, caller) => list(deps, caller, query))];
}
