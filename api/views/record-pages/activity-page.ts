import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { readActivityPage as endpoint } from '#contract/views/activity-page.ts';
import { type ActivitiesDeps, readActivity, readActivityHistory } from '../../checks/activities/queries.ts';
import { listAssessments } from '../../checks/risk-assessments/service.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { listAlerts } from '../../records/alerts/queries.ts';
import { type DocumentsDeps, listDocuments } from '../../records/documents/service.ts';
import { listActivityLines } from '../../records/funds-lines/queries.ts';
import { listNames } from '../../records/team/queries.ts';
import { together } from './together.ts';

type ActivityPageDeps = ActivitiesDeps & DocumentsDeps & CommandDeps;

const handler = handlersFor<ActivityPageDeps>();

type ActivityPage = EndpointResponse<typeof endpoint>;
type Query = EndpointInput<typeof endpoint>['query'];
type Tab = Query['tab'];
type Content<T extends Tab> = Extract<ActivityPage['content'], { tab: T }>;

/** Rows of each list on a page; screens of their own list the rest. */
const visible = { alerts: 5, assessments: 5, funds: 50 } as const;

interface Requested {
  deps: ActivityPageDeps;
  caller: MemberCaller;
  id: string;
  query: Query;
}

/** What each tab lists besides the activity, read concurrently. */
const contents: { [T in Tab]: (requested: Requested) => Promise<Omit<Content<T>, 'tab'>> } = {
  overview: ({ deps, caller, id }) =>
    together({
      alerts: listAlerts.run(deps, caller, {
        query: { resourceType: 'activities', resourceId: id, limit: visible.alerts },
      }),
    }),
  parties: () => Promise.resolve({}),
  risk: ({ deps, caller, id }) =>
    together({
      assessments: listAssessments.run(deps, caller, {
        params: { resourceType: 'activities', resourceId: id },
        query: { limit: visible.assessments },
      }),
      funds: listActivityLines.run(deps, caller, { params: { id }, query: { limit: visible.funds } }),
    }),
  documents: ({ deps, caller, id, query }) =>
    together({
      documents: listDocuments.run(deps, caller, {
        params: { ownerType: 'activity', ownerId: id },
        query: { before: query.documentsBefore },
      }),
    }),
  history: ({ deps, caller, id, query }) =>
    together({
      history: readActivityHistory.run(deps, caller, { params: { id }, query: { before: query.before } }),
      members: listNames(deps, caller),
    }),
};

/** GET /activities/:id/page: the activity, and the content of one tab, read concurrently. */
export const readActivityPage = handler(endpoint, async (deps, { params: { id }, query }, caller) => {
  const { tab } = query;
  const [activity, content] = await Promise.all([
    readActivity.run(deps, caller, { params: { id } }),
    contents[tab]({ deps, caller, id, query }),
  ]);
  return { activity, content: { tab, ...content } as ActivityPage['content'] };
});
