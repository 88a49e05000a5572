import { failureWords } from '../../components/error-page.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import { isErrorAnswer } from '../../main-api/error-response.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';

/** A page with a documents panel. */
const recordPage = /^\/(clients|activities)\//;

/** The record's page that a form was posted from; home where the browser does not say. */
export function formPage({ request }: Pick<MemberArgs, 'request'>): string {
  const referrer = request.headers.get('Referer') ?? '';
  // Only the path: the host is this one, whatever address a proxy uses.
  const path = URL.canParse(referrer) ? new URL(referrer).pathname : '';
  return recordPage.test(path) ? path : '/home';
}

/**
 * Wraps an action without a page of its own, so that a failure of the API leads back to the page of its form, which says what happened.
 * Without script a browser would show the bare response. A post that no form sends (400) stays one.
 */
export function withFailuresOnPage(
  action: (args: MemberArgs) => Promise<Response>,
  pageOf: (args: MemberArgs) => string,
): (args: MemberArgs) => Promise<Response> {
  return async (args) => {
    try {
      return await action(args);
    } catch (error) {
      if (!(error instanceof Response) || error.status < 401) throw error;
      const result: unknown = await error.json().catch(() => null);
      const { code, detail } = isErrorAnswer(result) ? result : {};
      const { text, next } = failureWords(error.status, code);
      const page = pageOf(args);
      return redirectWithFlash(page === '/home' ? page : `${page}#documents`, {
        kind: 'warning',
        text: detail ?? `${text} ${next}`,
      });
    }
  };
}
