import type { DocumentOwner } from '#contract/documents/documents.ts';
import { activityPageTabs } from '#rules/activities/activity-tabs.ts';
import { clientPageTabs } from '#rules/clients/client-tabs.ts';
import { businessVerificationPageTabs } from '#rules/verification-pages/business-tabs.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';
import { anyClient } from '#rules/verification-pages/verification-ids.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { Flash } from '../../flash.ts';

/** URL of the documents' tab of an owner with a page. */
const documentsTabs: Partial<Record<DocumentOwner['ownerType'], (id: string) => string>> = {
  client: (id) => clientPageTabs.tabUrl(id, 'documents'),
  activity: (id) => activityPageTabs.tabUrl(id, 'documents'),
  individualVerification: (id) =>
    identityVerificationPageTabs.tabUrl({ clientId: anyClient, id }, 'documents'),
  businessVerification: (id) => businessVerificationPageTabs.tabUrl({ clientId: anyClient, id }, 'documents'),
};

/**
 * URL of the list of a record's documents, on its page; home for owners without a page. `query`: of the page, such as `?remove=…`, which
 * opens the tab as well.
 */
export function documentsHref({ ownerType, ownerId }: DocumentOwner, query = ''): string {
  const url = documentsTabs[ownerType]?.(encodeURIComponent(ownerId));
  if (url === undefined) return '/home';
  return `${query === '' ? url : url.split('?', 1)[0] + query}#documents`;
}

/** Redirects back to a record's documents, which show the result of the form. */
export function backToDocuments(
  owner: DocumentOwner,
  { kind, text }: Pick<Flash, 'kind' | 'text'>,
  { query = '', headers = {} }: { query?: string; headers?: HeadersInit } = {},
): Promise<Response> {
  const flash = { kind, text: text.slice(0, maxFlashLength) };
  return redirectWithFlash(documentsHref(owner, query), flash, { headers });
}

/** The message travels in a cookie. */
const maxFlashLength = 1500;
