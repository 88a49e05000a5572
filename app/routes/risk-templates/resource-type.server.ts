import { type ResourceType, resourceTypes } from '#rules/risk/question-types.ts';
import { errorResponse } from '../../main-api/error-response.ts';

/** The resource type in a URL. @throws 404 unless it is clients or activities */
export function requireResourceType(text: string | undefined, requestId: string): ResourceType {
  const found = resourceTypes.find((type) => type === text);
  if (found === undefined) throw errorResponse(404, { code: 'record.notFound', requestId });
  return found;
}
