import type { DocumentOwner } from '#contract/documents.ts';

/** The page that a record's documents are shown on; an owner without a page of its own leads home. */
export function ownerHref({ ownerType, ownerId }: DocumentOwner): string {
  const id = encodeURIComponent(ownerId);
  if (ownerType === 'client') return `/clients/${id}`;
  if (ownerType === 'activity') return `/activities/${id}`;
  if (ownerType === 'individualVerification') return `/clients/of/individual_verifications/${id}`;
  if (ownerType === 'businessVerification') return `/clients/of/kyb_verifications/${id}`;
  return '/home';
}
