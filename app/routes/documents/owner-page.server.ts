import type { DocumentOwner } from '#contract/documents.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { Flash } from '../../flash.ts';

/** The page that a record's documents are shown on; an owner without a page of its own leads home. */
export function ownerHref({ ownerType, ownerId }: DocumentOwner): string {
  const id = encodeURIComponent(ownerId);
  if (ownerType === 'client') return `/clients/${id}`;
  if (ownerType === 'activity') return `/activities/${id}`;
  if (ownerType === 'individualVerification') return `/clients/of/individual_verifications/${id}`;
  if (ownerType === 'businessVerification') return `/clients/of/kyb_verifications/${id}`;
  return '/home';
}

/** Leads back to a record's documents, where it is said what became of a form of theirs. */
export function backToDocuments(
  owner: DocumentOwner,
  { kind, text }: Pick<Flash, 'kind' | 'text'>,
  { query = '', headers = {} }: { query?: string; headers?: HeadersInit } = {},
): Promise<Response> {
  const href = ownerHref(owner);
  const hasPanel = owner.ownerType === 'client' || owner.ownerType === 'activity';
  const flash: Flash = {
    kind,
    text: text.slice(0, mostFlashLength),
    ...(hasPanel ? { at: 'documents' } : {}),
  };
  return redirectWithFlash(`${href}${query}#documents`, flash, { headers });
}

/** The message travels in a cookie. */
const mostFlashLength = 1500;
