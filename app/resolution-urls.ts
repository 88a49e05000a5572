import { activityPageTabs } from '#rules/activities/activity-tabs.ts';
import type { Fix, FixTarget } from '#rules/alerts/resolution-targets.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';

/**
 * The page that lists the outstanding requirements. `id`: of its record; of a verification or a review, of its client. `href`: path of a
 * page that is not found by that id alone.
 */
export type FixPage =
  | { kind: 'client' | 'activity'; id: string; href?: undefined }
  | { kind: 'team'; id?: undefined; href?: undefined }
  | { kind: 'verification'; id: string; verificationId: string; href?: undefined }
  | { kind: 'assessment' | 'template' | 'review'; id: string; href: string };

type UrlBuilder = (id: string, page: FixPage, fix: Fix) => string | null;

/** Ids of the client form's fields end with their name; nested ones are recognised by their parent. */
const clientFormPart: Record<string, string> = {
  relationshipPurpose: 'client-relationshipPurpose',
  email: 'client-email',
  phone: 'client-phone',
  addresses: 'client-addresses',
};

const onActivity =
  (path: string): UrlBuilder =>
  (id) =>
    `/activities/${id}${path}`;

const onPage =
  (ending: string): UrlBuilder =>
  (_id, { href }) =>
    href === undefined ? null : `${href}${ending}`;

/** Beside the activity's own page the id of a client's requirement is a field or a party; there it is the client's. */
const getClient = (page: FixPage, fix: Fix) => (page.kind === 'activity' ? fix.id : page.id);

const urls: Record<FixTarget, UrlBuilder> = {
  'client.edit': (id, page, fix) => {
    const part = page.kind === 'client' && fix.id ? clientFormPart[fix.id] : undefined;
    return `/clients/${id}/edit#${part ?? 'client'}`;
  },
  // On the client's own page, to the buttons that resolve it; from elsewhere, to all requirements.
  'client.diligence': (id, page) => clientSectionUrl(id, page.kind === 'client' ? 'status' : 'diligence'),
  'client.findings': (id, _page, fix) => clientSectionUrl(id, 'findings', { record: fix.id ?? '' }),
  'client.funds': (id) => clientSectionUrl(id, 'funds'),
  'client.parties': (id) => clientSectionUrl(id, 'parties'),
  // On a verification's page it is a section of that one; a party is verified on its own page.
  'client.verifications': (id, page, fix) => {
    if (page.kind === 'verification') {
      const { isSection, sectionUrl } = identityVerificationPageTabs;
      const section = fix.id !== undefined && isSection(fix.id) ? fix.id : 'act';
      return sectionUrl({ clientId: page.id, id: page.verificationId }, section);
    }
    return clientSectionUrl(page.kind === 'client' && fix.id ? fix.id : id, 'verifications');
  },
  'client.screening': (id) => clientSectionUrl(id, 'screening'),
  // A related party's match is on the party's own page.
  'client.match': (id, page, fix) =>
    clientSectionUrl(page.kind === 'client' && fix.id ? fix.id : id, 'screening'),
  'settings.team': () => settingsUrl('team', {}, 'team-heading'),
  'settings.billing': () => settingsUrl('billing', {}, 'usage-heading'),
  'settings.lists': () => settingsUrl('lists', {}, 'lists-heading'),
  'client.assessments': (id) => `/clients/${id}/risk_assessments/create`,
  'client.assessment': (id, _page, fix) => (fix.id ? `/clients/${id}/risk_assessments/${fix.id}` : null),
  'client.permits': (id) => `/clients/${id}/permits#permit`,
  // As of the match.
  'client.prohibition': (id, page, fix) =>
    `/clients/${page.kind === 'client' && fix.id ? fix.id : id}/permits`,
  'client.end': (id) => clientSectionUrl(id, 'diligence', { confirm: 'exited' }),
  'activity.edit': (id, _page, fix) => `/activities/${id}/edit#activity-${fix.id ?? 'name'}`,
  'activity.parties': onActivity('/edit#activity-parties'),
  'activity.assessments': onActivity('/risk_assessments/create'),
  'activity.assessment': (id, _page, fix) => (fix.id ? `/activities/${id}/risk_assessments/${fix.id}` : null),
  'activity.outcome': (id) => activityPageTabs.sectionUrl(id, 'outcome'),
  'activity.approval': (id) => activityPageTabs.sectionUrl(id, 'approval'),
  'activity.delay': (id) => activityPageTabs.sectionUrl(id, 'delay'),
  'activity.completion': (id) => activityPageTabs.sectionUrl(id, 'next'),
  'assessment.answers': onPage('#answers'),
  'template.editor': onPage('#editor'),
  'template.impact': (_id, { href }, fix) =>
    href ? `${href}?view=impact#publish${fix.id ? `-${fix.id}` : ''}` : null,
  'review.findings': (_id, { href }, fix) => (href ? `${href}#completeReview-${fix.id ?? 'findings'}` : null),
};

/** URL of the place that resolves a requirement; null if it is not on the page's record. */
export function fixUrl(fix: Fix, page: FixPage): string | null {
  const { of, ...own } = fix;
  if (of !== undefined) return fixUrl(own, { kind: 'client', id: of });
  const id = fix.target.startsWith('client.') ? getClient(page, fix) : page.id;
  return id === undefined ? null : urls[fix.target](id, page, fix);
}
