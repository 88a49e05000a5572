import type { ResourceType } from '#rules/risk/question-types.ts';

/** What a URL's assessments are about: the routes of clients and of activities share their modules. */
export function getResourceType(url: URL): ResourceType {
  return url.pathname.startsWith('/activities/') ? 'activities' : 'clients';
}

/** Where an assessment is read. */
export function assessmentHref(resourceType: ResourceType, resourceId: string, assessmentId: string): string {
  return `/${resourceType}/${resourceId}/risk_assessments/${assessmentId}`;
}
