import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { readClientPage as endpoint } from '#contract/views/client-page.ts';
import { listActivities } from '../../checks/activities/list.ts';
import type { ActivitiesDeps } from '../../checks/activities/queries.ts';
import type { BusinessVerificationDeps } from '../../checks/business-verifications/record/dto.ts';
import { listBusinessVerifications } from '../../checks/business-verifications/record/service.ts';
import { type DiligenceDeps, readDiligence } from '../../checks/cdd/service.ts';
import { readClientGroup } from '../../checks/client-parties/group.ts';
import { listParties } from '../../checks/client-parties/queries.ts';
import { listVerifications } from '../../checks/individual-verifications/queries.ts';
import type { VerificationsDeps } from '../../checks/individual-verifications/record/deps.ts';
import { listAssessments } from '../../checks/risk-assessments/service.ts';
import { readClientMonitoring, type ScreeningsDeps } from '../../checks/screening-results/service.ts';
import type { RequestsDeps } from '../../follow-up/document-requests/commands.ts';
import { listRequests } from '../../follow-up/document-requests/queries.ts';
import { listClientPrivacyRequests } from '../../follow-up/privacy/queries.ts';
import { listReviews } from '../../follow-up/reviews/queries.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { listAlerts } from '../../records/alerts/queries.ts';
import { readClientHistory } from '../../records/clients/history.ts';
import { type ClientsDeps, readClient } from '../../records/clients/record/queries.ts';
import { type DocumentsDeps, listDocuments } from '../../records/documents/service.ts';
import { listLines } from '../../records/funds-lines/queries.ts';
import { together } from './together.ts';

type ClientPageDeps = ClientsDeps &
  DiligenceDeps &
  CommandDeps &
  VerificationsDeps &
  BusinessVerificationDeps &
  ActivitiesDeps &
  RequestsDeps &
  DocumentsDeps &
  ScreeningsDeps;

const handler = handlersFor<ClientPageDeps>();

type ClientPage = EndpointResponse<typeof endpoint>;
type Query = EndpointInput<typeof endpoint>['query'];

/** Rows of each list on a page; screens of their own list the rest. */
const visible = { alerts: 5, reviews: 5, parties: 8, assessments: 5, funds: 10, activities: 5 } as const;

interface Requested {
  deps: ClientPageDeps;
  caller: MemberCaller;
  id: string;
  query: Query;
}

const getAlerts = ({ deps, caller, id }: Requested) =>
  listAlerts.run(deps, caller, { query: { resourceType: 'clients', resourceId: id, limit: visible.alerts } });

const getReviews = ({ deps, caller, id }: Requested) =>
  listReviews.run(deps, caller, { query: { status: 'open', clientId: id, limit: visible.reviews } });

type Tab = Query['tab'];
type Content<T extends Tab> = Extract<ClientPage['content'], { tab: T }>;

/** What each tab lists, read concurrently. */
const contents: { [T in Tab]: (requested: Requested) => Promise<Omit<Content<T>, 'tab'>> } = {
  overview: (requested) =>
    together({
      alerts: getAlerts(requested),
      reviews: getReviews(requested),
      privacyRequests: listClientPrivacyRequests.run(requested.deps, requested.caller, {
        params: { id: requested.id },
      }),
    }),
  identity: ({ deps, caller, id, query }) =>
    together({
      verifications: listVerifications.run(deps, caller, {
        params: { clientId: id },
        query: { before: query.verificationsBefore },
      }),
      business: listBusinessVerifications.run(deps, caller, {
        params: { clientId: id },
        query: { before: query.kybBefore },
      }),
    }),
  people: ({ deps, caller, id, query }) =>
    together({
      parties: listParties.run(deps, caller, {
        params: { id },
        query: { state: query.parties, after: query.partiesAfter, limit: visible.parties },
      }),
      group: readClientGroup.run(deps, caller, { params: { id } }),
    }),
  risk: ({ deps, caller, id, query }) =>
    together({
      assessments: listAssessments.run(deps, caller, {
        params: { resourceType: 'clients', resourceId: id },
        query: { limit: visible.assessments },
      }),
      funds: listLines.run(deps, caller, {
        params: { id },
        query: { after: query.fundsAfter, limit: visible.funds },
      }),
    }),
  activities: ({ deps, caller, id }) =>
    together({
      activities: listActivities.run(deps, caller, { query: { clientId: id, limit: visible.activities } }),
    }),
  documents: ({ deps, caller, id, query }) =>
    together({
      requests: listRequests.run(deps, caller, { params: { id }, query: { before: query.requestsBefore } }),
      documents: listDocuments.run(deps, caller, {
        params: { ownerType: 'client', ownerId: id },
        query: { before: query.documentsBefore },
      }),
    }),
  monitoring: (requested) =>
    together({
      monitoring: readClientMonitoring.run(requested.deps, requested.caller, {
        params: { id: requested.id },
        query: { before: requested.query.screeningsBefore },
      }),
      alerts: getAlerts(requested),
      reviews: getReviews(requested),
    }),
  history: ({ deps, caller, id, query }) =>
    together({
      history: readClientHistory.run(deps, caller, {
        params: { id },
        query: { before: query.before, asAt: query.asAt },
      }),
    }),
};

/** GET /clients/:id/page: the client, its CDD, and the content of one tab, read concurrently. */
export const readClientPage = handler(endpoint, async (deps, { params: { id }, query }, caller) => {
  const { tab } = query;
  const [client, diligence, content] = await Promise.all([
    readClient.run(deps, caller, { params: { id } }),
    readDiligence.run(deps, caller, { params: { id } }),
    contents[tab]({ deps, caller, id, query }),
  ]);
  return { client, diligence, content: { tab, ...content } as ClientPage['content'] };
});
