import type { DocumentOwner } from '#contract/documents/documents.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { Flash } from '../../flash.ts';

/** URL of the page that shows a record's documents; home for owners without a page. */
export function ownerHref({ ownerType, ownerId }: DocumentOwner): string {
  const id = encodeURIComponent(ownerId);
  if (ownerType === 'client') return `/clients/${id}`;
  if (ownerType === 'activity') return `/activities/${id}`;
  if (ownerType === 'individualVerification') return `/clients/of/individual_verifications/${id}`;
  if (ownerType === 'businessVerification') return `/clients/of/kyb_verifications/${id}`;
  return '/home';
}

/** URL of the list of a record's documents, on its page. `query`: of the page, such as `?remove=…`. */
export function documentsHref(owner: DocumentOwner, query = ''): string {
  const href = ownerHref(owner);
  if (href === '/home') return href;
  const shown = query === '' && owner.ownerType === 'client' ? '?tab=documents' : query;
  return `${href}${shown}#documents`;
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
