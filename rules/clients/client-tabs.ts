/** Tabs of a client's page, in their order. */
export const clientTabs = [
  'overview',
  'identity',
  'people',
  'risk',
  'activities',
  'documents',
  'monitoring',
  'history',
] as const;

export type ClientTab = (typeof clientTabs)[number];

/** Sections of a client's page by their element id, each with its tab. */
export const clientSections = {
  diligence: 'overview',
  status: 'overview',
  level: 'overview',
  findings: 'overview',
  details: 'overview',
  privacy: 'overview',
  verifications: 'identity',
  ownership: 'identity',
  parties: 'people',
  assessments: 'risk',
  funds: 'risk',
  activities: 'activities',
  requests: 'documents',
  documents: 'documents',
  evidence: 'documents',
  screening: 'monitoring',
  alerts: 'monitoring',
  reviews: 'monitoring',
  history: 'history',
  periods: 'history',
} as const satisfies Record<string, ClientTab>;

export type ClientSection = keyof typeof clientSections;

/** Query parameters that open a form or a further page of a section; a URL with one of them needs no `tab`. */
const tabsByParameter: Record<string, ClientTab> = {
  confirm: 'overview',
  record: 'overview',
  withdraw: 'overview',
  verify: 'identity',
  verificationsBefore: 'identity',
  kybBefore: 'identity',
  party: 'people',
  parties: 'people',
  partiesAfter: 'people',
  funds: 'risk',
  fundsAfter: 'risk',
  request: 'documents',
  requestsBefore: 'documents',
  documentsBefore: 'documents',
  documentType: 'documents',
  remove: 'documents',
  evidence: 'documents',
  screeningsBefore: 'monitoring',
  before: 'history',
  asAt: 'history',
};

const isClientTab = (text: string | null): text is ClientTab => clientTabs.some((tab) => tab === text);

/** The tab that a URL of a client's page shows: its `tab`, else that of what it opens, else the first. */
export function getClientTab(query: Pick<URLSearchParams, 'get' | 'has'>): ClientTab {
  const tab = query.get('tab');
  if (isClientTab(tab)) return tab;
  const opened = Object.keys(tabsByParameter).find((parameter) => query.has(parameter));
  return (opened === undefined ? undefined : tabsByParameter[opened]) ?? 'overview';
}

/** Returns true if a URL's fragment names a section of a client's page. */
export const isClientSection = (id: string): id is ClientSection => Object.hasOwn(clientSections, id);

/** URL of a client's tab; the first tab needs no query. */
export const clientTabUrl = (clientId: string, tab: ClientTab): string =>
  tab === 'overview' ? `/clients/${clientId}` : `/clients/${clientId}?tab=${tab}`;

/** URL of a section of a client's page. */
export const clientSectionUrl = (clientId: string, section: ClientSection): string =>
  `${clientTabUrl(clientId, clientSections[section])}#${section}`;
