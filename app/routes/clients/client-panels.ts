import type { CappedCount, Client } from '#contract/clients/client-record.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { maxVisible as maxAssessments } from '../../components/activities/assessment-list.tsx';
import type { DocumentsPanelData } from '../../components/documents/document-views.server.ts';
import { documentCount } from '../../components/documents/documents-panel.tsx';
import { formatCount } from '../../components/table.tsx';
import type { readDiligencePanel } from './cdd/diligence.server.ts';
import type { ClientActivities } from './client-activities.server.ts';
import type { PagePanel, Start } from './client-page-nav.tsx';
import type { readPartiesPanel } from './parties/parties.server.ts';

/** All work that can be started from the page. */
export function getStarts({ id: clientId, kind }: Client, noun: ActivityNoun): Start[] {
  return [
    ...(kind === 'individual'
      ? [{ label: 'Verify identity', href: `/clients/${clientId}?verify=new#verifications` }]
      : [{ label: 'Verify the business', href: '#verifications' }]),
    { label: 'Run screening', href: '#screening' },
    { label: 'Assess risk', href: `/clients/${clientId}/risk_assessments/create` },
    { label: 'Add related party', href: `/clients/${clientId}?party=new#parties` },
    { label: 'Add source of funds', href: `/clients/${clientId}?funds=new#funds` },
    { label: `New ${noun.singular}`, href: `/activities/create?clientId=${clientId}`, isWork: true },
    { label: 'Request documents', href: `/clients/${clientId}?request=new#requests` },
    { label: 'Add documents', href: '#documents' },
  ];
}

/** Whether a sanctions match forbids starting any work for the client. */
export const isProhibited = ({ sanctions }: Pick<Shown['diligence'], 'sanctions'>) =>
  sanctions.some(({ provision }) => provision !== null);

/** The loader data that the list of contents needs. */
interface Shown {
  client: Client;
  diligence: Awaited<ReturnType<typeof readDiligencePanel>>;
  parties: Awaited<ReturnType<typeof readPartiesPanel>>;
  screening: { undecided: number };
  verifications: { lines: readonly unknown[] };
  /** Of a business; its ownership has a panel once a verification has data on it. */
  business: { latest: unknown } | null;
  assessments: readonly unknown[];
  activities: ClientActivities;
  requests: { lines: readonly unknown[] };
  documents: DocumentsPanelData;
}

const formatNonZero = (count: number) => (count === 0 ? null : String(count));
const formatNonZeroTotal = (total: CappedCount) => (total.count === 0 ? null : formatCount(total));

/** An individual has any number of identity verifications; a business one panel, and its ownership once verified. */
function verificationPanels({
  client,
  verifications,
  business,
}: Pick<Shown, 'client' | 'verifications' | 'business'>): PagePanel[] {
  if (client.kind === 'individual') {
    const count = formatNonZero(verifications.lines.length);
    return [{ id: 'verifications', label: 'Verifications', count }];
  }
  return [
    { id: 'verifications', label: 'Verification', count: null },
    ...(business?.latest ? [{ id: 'ownership', label: 'Ownership', count: null }] : []),
  ];
}

/** The panels of the page in their order, for the list of contents. */
export function getPanels(
  {
    client,
    diligence,
    parties,
    screening,
    verifications,
    business,
    assessments,
    activities,
    requests,
    documents,
  }: Shown,
  noun: ActivityNoun,
): PagePanel[] {
  const { missing, findings } = diligence;
  const recorded = findings.lines.filter(({ recorded }) => recorded !== null).length;
  return [
    { id: 'diligence', label: 'Outstanding', count: formatNonZero(missing.length) },
    { id: 'level', label: 'CDD level', count: null },
    ...(findings.lines.some(({ recorded, mayRecord }) => recorded !== null || mayRecord)
      ? [{ id: 'findings', label: 'Findings', count: formatNonZero(recorded) }]
      : []),
    { id: 'parties', label: 'Related parties', count: formatNonZeroTotal(parties.current) },
    ...verificationPanels({ client, verifications, business }),
    { id: 'funds', label: 'Funds and wealth', count: null },
    { id: 'screening', label: 'Screening', count: formatNonZero(screening.undecided) },
    {
      id: 'assessments',
      label: 'Risk assessments',
      count: assessments.length < maxAssessments ? formatNonZero(assessments.length) : null,
    },
    { id: 'activities', label: noun.pluralTitle, count: formatNonZeroTotal(activities.total) },
    { id: 'requests', label: 'Document requests', count: formatNonZero(requests.lines.length) },
    { id: 'documents', label: 'Documents', count: documentCount(documents) },
    { id: 'evidence', label: 'Evidence pack', count: null },
    { id: 'details', label: 'Details', count: null },
    { id: 'history', label: 'History', count: null },
  ];
}
