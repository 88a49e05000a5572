import type { VerificationResult } from './actions.server.ts';
import { isDocumentType } from './document-labels.ts';
import type { VerificationPageData } from './verification-page.server.ts';

/** What is open on the page: the form that the URL names, or the one whose post was rejected. */
export function getOpenForms(
  { verification, opened, canDecide }: VerificationPageData,
  result: VerificationResult | undefined,
) {
  const rejected = verification.actions.find(({ action: name }) => name === result?.intent)?.action;
  return {
    action: rejected ?? opened.action,
    isDeciding: canDecide && (opened.isDeciding || result?.intent === 'decide'),
  };
}

export type OpenForms = ReturnType<typeof getOpenForms>;

/** The document that a form is about: that of the URL, or of the rejected post. */
export function getOpenDocumentId(
  { opened }: VerificationPageData,
  result: VerificationResult | undefined,
): string | null {
  const typed: Record<string, unknown> = result?.reply.initialValue ?? {};
  return opened.documentId ?? (typeof typed.documentId === 'string' ? typed.documentId : null);
}

/** Whether the page shows the form that was rejected. One that no longer exists cannot state its errors. */
export function isRejectedFormShown(
  page: VerificationPageData,
  open: OpenForms,
  result: VerificationResult,
): boolean {
  const { verification, content, opened } = page;
  if (result.intent === 'decide') return open.isDeciding;
  if (content.tab !== 'evidence' || result.intent !== open.action) return false;
  if (open.action === 'addDocument') return isDocumentType(result.typedType ?? opened.documentType);
  if (open.action !== 'removeDocument') return true;
  const documentId = getOpenDocumentId(page, result);
  return verification.documents.some(({ id }) => id === documentId);
}
