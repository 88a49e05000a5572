import { recordId } from '#contract/fields.ts';
import { errorResponse } from '../../main-api/error-response.ts';

/** The company's id in the path of its page; 404 for anything that is none. */
export function getCompanyId({ params, requestId }: { params: { id?: string }; requestId: string }): string {
  const id = recordId.safeParse(params.id);
  if (id.success) return id.data;
  throw errorResponse(404, { code: 'record.notFound', requestId });
}
