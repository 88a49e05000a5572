import { type ResourceType, resourceTypes } from '#rules/risk/question-types.ts';
import { errorResponse } from '../../error-answer.ts';

/** The resource type that a URL names; any but clients and activities is a page that does not exist. */
export function requireResourceType(text: string | undefined, requestId: string): ResourceType {
  const found = resourceTypes.find((type) => type === text);
  if (found === undefined) throw errorResponse(404, { code: 'record.notFound', requestId });
  return found;
}
