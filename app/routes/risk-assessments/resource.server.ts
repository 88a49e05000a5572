import type { ResourceType } from '#rules/risk/question-types.ts';

/** Resource type of a URL's assessments: the routes of clients and of activities share their modules. */
export function getResourceType(url: URL): ResourceType {
  return url.pathname.startsWith('/activities/') ? 'activities' : 'clients';
}

/** URL of an assessment. */
export function assessmentHref(resourceType: ResourceType, resourceId: string, assessmentId: string): string {
  return `/${resourceType}/${resourceId}/risk_assessments/${assessmentId}`;
}
