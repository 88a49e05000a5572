import { clientSectionUrl, clientTabs } from '#rules/clients/client-tabs.ts';
import { getFailureMessage } from '../../components/error-page.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import { isErrorResponse } from '../../main-api/error-response.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';

/** A page with a documents panel. */
const recordPage = /^\/(clients|activities)\//;
/** A client's page, whatever tab it shows. */
const clientPage = new RegExp(`^/clients/([^/]+)(?:/(?:${clientTabs.join('|')}))?$`);
/** A page whose address names its tab, one of which is its documents: an activity's, or that of one of a client's verifications. */
const recordTabsPage =
  /^\/activities\/[^/]+$|^\/clients\/[^/]+\/(individual_verifications|kyb_verifications)\/[^/]+$/;

/** The documents of the record from whose page a form was posted; home if the browser does not send it. */
export function formPage({ request }: Pick<MemberArgs, 'request'>): string {
  const referrer = request.headers.get('Referer') ?? '';
  // Only the path: the host is this one, whatever address a proxy uses.
  const path = URL.canParse(referrer) ? new URL(referrer).pathname : '';
  if (!recordPage.test(path)) return '/home';
  const client = clientPage.exec(path)?.[1];
  if (client !== undefined) return clientSectionUrl(client, 'documents');
  return `${path}${recordTabsPage.test(path) ? '?tab=documents' : ''}#documents`;
}

/**
 * Wraps an action without its own page, so that an API failure redirects to the list of documents of its form, which states the error. Without
 * script a browser would show the bare response. A post that no form sends (400) stays one.
 */
export function withFailuresOnPage(
  action: (args: MemberArgs) => Promise<Response>,
  toPage: (args: MemberArgs) => string,
): (args: MemberArgs) => Promise<Response> {
  return async (args) => {
    try {
      return await action(args);
    } catch (error) {
      if (!(error instanceof Response) || error.status < 401) throw error;
      const result: unknown = await error.json().catch(() => null);
      const { code, detail } = isErrorResponse(result) ? result : {};
      const { text, next } = getFailureMessage(error.status, code);
      return redirectWithFlash(toPage(args), {
        kind: 'warning',
        text: detail ?? `${text} ${next}`,
      });
    }
  };
}
