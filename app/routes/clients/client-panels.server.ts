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
import { readFundsPanel } from './funds/funds.server.ts';
import { readPartiesPanel } from './parties/parties.server.ts';
import { readScreeningPanel } from './screening/screening-panel.server.ts';

type Values<Promised> = { [Name in keyof Promised]: Awaited<Promised[Name]> };

/** The values of an object's promises, which run concurrently. */
async function promisedValues<Promised extends Record<string, unknown>>(
  of: Promised,
): Promise<Values<Promised>> {
  const entries = Object.entries(of).map(async ([name, value]) => [name, await value] as const);
  return Object.fromEntries(await Promise.all(entries)) as Values<Promised>;
}

/**
 * Data of the panels of a client's page: one call each, concurrently. Some are functions of the page's other data.
 * @throws the API's problem if the client is not found
 */
export async function readClientPanels(args: MemberArgs, id: string) {
  const { api, url } = args;
  return promisedValues({
    alerts: readAlertLines(api, { resourceType: 'clients', resourceId: id }),
    diligence: readDiligencePanel(args),
    assessments: readAssessments(api, { resourceType: 'clients', resourceId: id }),
    parties: readPartiesPanel(args),
    funds: readFundsPanel(args),
    screening: readScreeningPanel(args),
    verifications: readVerificationsPanel(args),
    business: readBusinessPanel(args),
    activities: readClientActivities(api, id),
    requests: readRequestsPanel(args),
    documents: readDocumentsPanel(api, { ownerType: 'client', ownerId: id }, url),
    evidence: readEvidencePanel(args, 'client', id),
  });
}
