import { pageTitle } from '#app/document/page-title.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';

/** Page title of an assessment: the kind of page, the client or activity, and its section. */
export function assessmentTitle(
  what: 'Risk assessment' | 'New risk assessment',
  of: { resourceType: string; resource: { name: string } } | undefined,
  { pluralTitle }: ActivityNoun,
): string {
  if (of === undefined) return pageTitle(what);
  return pageTitle(
    `${what}: ${of.resource.name}`,
    of.resourceType === 'activities' ? pluralTitle : 'Clients',
  );
}
