import type { Fix, FixTarget } from '#rules/resolution-targets.ts';

/** The record whose page lists the outstanding requirements. */
export interface FixPage {
  kind: 'client' | 'activity';
  id: string;
}

type UrlOf = (id: string, page: FixPage, fix: Fix) => string | null;

/** Ids of the client form's fields end with their name; nested ones are recognised by their parent. */
const clientFormPart: Record<string, string> = {
  relationshipPurpose: 'client-relationshipPurpose',
  email: 'client-email',
  phone: 'client-phone',
  addresses: 'client-addresses',
};

const onActivity =
  (path: string): UrlOf =>
  (id) =>
    `/activities/${id}${path}`;

/** On an activity's page the id of a client's requirement is the client's; on a client's own page it is a field. */
const clientOf = (page: FixPage, fix: Fix) => (page.kind === 'activity' ? fix.id : page.id);

const urls: Partial<Record<FixTarget, UrlOf>> = {
  'client.edit': (id, page, fix) => {
    const part = page.kind === 'client' && fix.id ? clientFormPart[fix.id] : undefined;
    return `/clients/${id}/edit${part ? `#${part}` : ''}`;
  },
  // On the client's own page the text is beside the buttons that resolve it.
  'client.diligence': (id, page) => (page.kind === 'client' ? null : `/clients/${id}#diligence`),
  'client.findings': (id, _page, fix) => `/clients/${id}?record=${fix.id ?? ''}#findings`,
  'client.funds': (id) => `/clients/${id}#funds`,
  'client.parties': (id) => `/clients/${id}#parties`,
  // A party is verified on its own page.
  'client.verifications': (id, page, fix) =>
    page.kind === 'client' && fix.id ? `/clients/${fix.id}#verifications` : `/clients/${id}#verifications`,
  'client.screening': (id) => `/clients/${id}#screening`,
  // A related party's match is on the party's own page.
  'client.match': (id, page, fix) => `/clients/${page.kind === 'client' && fix.id ? fix.id : id}#screening`,
  'settings.team': () => '/settings?view=team',
  'settings.billing': () => '/settings?view=billing',
  'client.assessments': (id) => `/clients/${id}/risk_assessments/create`,
  'client.assessment': (id, _page, fix) => (fix.id ? `/clients/${id}/risk_assessments/${fix.id}` : null),
  'client.end': (id) => `/clients/${id}?confirm=exited#diligence`,
  'activity.edit': (id, _page, fix) => `/activities/${id}/edit#activity-${fix.id ?? 'name'}`,
  'activity.parties': onActivity('/edit#activity-parties'),
  'activity.assessments': onActivity('/risk_assessments/create'),
  'activity.assessment': (id, _page, fix) => (fix.id ? `/activities/${id}/risk_assessments/${fix.id}` : null),
  'activity.outcome': onActivity('#outcome'),
  'activity.approval': onActivity('#approval'),
  'activity.completion': onActivity('#next'),
};

/** URL of the screen that resolves a requirement, or null if there is none. */
export function fixUrl(fix: Fix, page: FixPage): string | null {
  const { of, ...own } = fix;
  if (of !== undefined) return fixUrl(own, { kind: 'client', id: of });
  const url = urls[fix.target];
  if (url === undefined) return null;
  const id = fix.target.startsWith('client.') ? clientOf(page, fix) : page.id;
  return id === undefined ? null : url(id, page, fix);
}
