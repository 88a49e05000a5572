import { listClientPrivacyRequests } from '#contract/privacy/requests.ts';
import { readAssessments } from '../../components/activities/assessment-lines.server.ts';
import { readAlertLines } from '../../components/alerts/alert-lines.server.ts';
import { readDocumentsPanel } from '../../components/documents/document-views.server.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';
import { readBusinessPanel } from '../business-verifications/panel.server.ts';
import { readRequestsPanel } from '../document-requests/panel.server.ts';
import { readEvidencePanel } from '../evidence-packs/panel.server.ts';
import { readVerificationsPanel } from '../individual-verifications/panel.server.ts';
import { readDiligencePanel } from './cdd/diligence.server.ts';
import { readClientActivities } from './client-activities.server.ts';
import { readTriggeredReviews } from './client-reviews.server.ts';
import { readFundsPanel } from './funds/funds.server.ts';
import { readPartiesPanel } from './parties/parties.server.ts';
import { toPrivacyRequestLines } from './privacy-requests-panel.tsx';
import { readScreeningPanel } from './screening/screening-panel.server.ts';

/**
 * Data of the panels of a client's page: one call each, concurrently. Some are functions of the page's other data.
 * @throws the API's problem if the client is not found
 */
export async function readClientPanels(args: MemberArgs, id: string) {
  const { api, url } = args;
  const [
    alerts,
    reviews,
    diligence,
    assessments,
    parties,
    funds,
    screening,
    verifications,
    business,
    activities,
    requests,
    documents,
    evidence,
    { requests: privacyRequests },
  ] = await Promise.all([
    readAlertLines(api, { resourceType: 'clients', resourceId: id }),
    readTriggeredReviews(api, id),
    readDiligencePanel(args),
    readAssessments(api, { resourceType: 'clients', resourceId: id }),
    readPartiesPanel(args),
    readFundsPanel(args),
    readScreeningPanel(args),
    readVerificationsPanel(args),
    readBusinessPanel(args),
    readClientActivities(api, id),
    readRequestsPanel(args),
    readDocumentsPanel(api, { ownerType: 'client', ownerId: id }, url),
    readEvidencePanel(args, 'client', id),
    api.call(listClientPrivacyRequests, { params: { id } }),
  ]);
  return {
    alerts,
    reviews,
    diligence,
    assessments,
    parties,
    funds,
    screening,
    verifications,
    business,
    activities,
    requests,
    documents,
    evidence,
    privacyRequests: toPrivacyRequestLines(privacyRequests),
  };
}
