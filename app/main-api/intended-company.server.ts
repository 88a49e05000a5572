import { isRecordId } from '#contract/record-id.ts';
import { companyField, companyParam } from './company-param.ts';

/** Companies of forms that were read, by request. */
const postedFrom = new WeakMap<Request, string>();

/** Notes the company of the page that a form was posted from. */
export function noteFormCompany(request: Request, form: FormData): void {
  const value = form.get(companyField);
  if (typeof value === 'string' && isRecordId(value)) postedFrom.set(request, value);
}

/**
 * The company that a request is meant for: that of its form's page, or of a link from an email. The session may have been switched to
 * another one since, in another tab.
 */
export function intendedCompany(request: Request): string | undefined {
  const linked = new URL(request.url).searchParams.get(companyParam);
  return postedFrom.get(request) ?? (linked !== null && isRecordId(linked) ? linked : undefined);
}
