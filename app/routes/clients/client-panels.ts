import type { Client } from '#contract/clients.ts';
import { mostShown as mostAssessments } from '../../components/activities/assessment-list.tsx';
import { documentCount } from '../../components/documents/documents-panel.tsx';
import type { DocumentsPanelData } from '../../components/documents/shown-documents.server.ts';
import { countText } from '../../components/table.tsx';
import type { ClientActivities } from './client-activities.server.ts';
import type { PagePanel, Start } from './client-page-links.tsx';
import type { readDiligencePanel } from './diligence.server.ts';
import type { readPartiesPanel } from './parties.server.ts';

/** Everything that can be begun from the page. */
export function startsOf({ id: clientId, kind }: Client): Start[] {
  return [
    ...(kind === 'individual'
      ? [{ label: 'Verify identity', href: `/clients/${clientId}?verify=new#verifications` }]
      : [{ label: 'Verify the business', href: '#verifications' }]),
    { label: 'Screen', href: '#screening' },
    { label: 'Assess the risk', href: `/clients/${clientId}/risk_assessments/create` },
    { label: 'Add a party', href: `/clients/${clientId}?party=new#parties` },
    { label: 'New activity', href: `/activities/create?clientId=${clientId}` },
    { label: 'Ask for documents', href: `/clients/${clientId}?request=new#requests` },
    { label: 'Add documents', href: '#documents' },
  ];
}

/** What the contents tell of, as the loader answers it. */
interface Shown {
  client: Client;
  diligence: Awaited<ReturnType<typeof readDiligencePanel>>;
  parties: Awaited<ReturnType<typeof readPartiesPanel>>;
  screening: { undecided: number };
  verifications: { lines: readonly unknown[] };
  /** Of a business; its ownership has a panel once a verification says something of it. */
  business: { latest: unknown } | null;
  assessments: readonly unknown[];
  activities: ClientActivities;
  requests: { lines: readonly unknown[] };
  documents: DocumentsPanelData;
}

/** The panels of the page in their order, for the list of contents. */
export function panelsOf({
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
}: Shown): PagePanel[] {
  const { missing, findings } = diligence;
  const recorded = findings.lines.filter(({ recorded }) => recorded !== null).length;
  const words = (count: number) => (count === 0 ? null : String(count));
  return [
    { id: 'diligence', label: 'Missing', count: words(missing.length) },
    { id: 'level', label: 'Due diligence', count: null },
    ...(findings.lines.some(({ recorded, mayRecord }) => recorded !== null || mayRecord)
      ? [{ id: 'findings', label: 'Findings', count: words(recorded) }]
      : []),
    {
      id: 'parties',
      label: 'Parties',
      count: parties.current.count === 0 ? null : countText(parties.current),
    },
    ...(client.kind === 'individual'
      ? [
          {
            id: 'verifications',
            label: 'Verifications',
            count: words(verifications.lines.length),
          },
        ]
      : [
          { id: 'verifications', label: 'Verification', count: null },
          ...(business?.latest ? [{ id: 'ownership', label: 'Ownership', count: null }] : []),
        ]),
    {
      id: 'screening',
      label: 'Screening',
      count: screening.undecided === 0 ? null : String(screening.undecided),
    },
    {
      id: 'assessments',
      label: 'Risk assessments',
      count: assessments.length < mostAssessments ? words(assessments.length) : null,
    },
    {
      id: 'activities',
      label: 'Activities',
      count: activities.total.count === 0 ? null : countText(activities.total),
    },
    { id: 'requests', label: 'Document requests', count: words(requests.lines.length) },
    { id: 'documents', label: 'Documents', count: documentCount(documents) },
    { id: 'evidence', label: 'Evidence pack', count: null },
    { id: 'details', label: 'Details', count: null },
    { id: 'history', label: 'History', count: null },
  ];
}
