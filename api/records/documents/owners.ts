import type { DocumentOwner } from '#contract/documents/documents.ts';
import type { DocumentOwnerType } from '#rules/documents/document-types.ts';
import { isClosedIdentityVerification, isDecidedBusinessVerification } from '#rules/lifecycles/checks.ts';
import { isEditableAssessment } from '#rules/lifecycles/risk.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { isOwner, readOwnerStatus } from './owner-store.ts';

/** A record that can own documents. */
interface FoundOwner {
  /** Reason why documents can no longer be added; null if they can. */
  closedReason: string | null;
}

type FindOwner = (trx: Trx, id: string, lock: boolean) => Promise<FoundOwner | undefined>;

const open: FoundOwner = { closedReason: null };

async function findAssessment(trx: Trx, id: string, lock: boolean): Promise<FoundOwner | undefined> {
  const status = await readOwnerStatus(trx, 'risk_assessments', id, lock);
  if (status === undefined) return undefined;
  if (isEditableAssessment(status)) return open;
  return {
    closedReason:
      'This assessment was submitted, so its evidence is final. Return it first, or add the document to the record it is about.',
  };
}

/** Staff can view the documents of a request item; the recipient adds them through the link. */
async function findRequestItem(trx: Trx, id: string, lock: boolean): Promise<FoundOwner | undefined> {
  if (!(await isOwner(trx, 'document_request_items', id, lock))) return undefined;
  return {
    closedReason:
      'Only the recipient can upload documents to a document request. Add your own documents to the client instead.',
  };
}

/** Documents are accepted until the verification is decided. */
async function findVerification(trx: Trx, id: string, lock: boolean): Promise<FoundOwner | undefined> {
  const status = await readOwnerStatus(trx, 'individual_verifications', id, lock);
  if (status === undefined) return undefined;
  const isOver = isClosedIdentityVerification(status);
  return isOver
    ? {
        closedReason:
          'This verification is closed, so its evidence is final. Add the document to the client instead.',
      }
    : open;
}

/** Documents are accepted until the verification is decided. */
async function findBusinessVerification(
  trx: Trx,
  id: string,
  lock: boolean,
): Promise<FoundOwner | undefined> {
  const status = await readOwnerStatus(trx, 'business_verifications', id, lock);
  if (status === undefined) return undefined;
  if (!isDecidedBusinessVerification(status)) return open;
  return {
    closedReason:
      'This verification is closed, so its evidence is final. Add the document to the client instead.',
  };
}

/** Lookup by type of owner; a type without a lookup has no records yet, so every id is unknown. */
const finders: Partial<Record<DocumentOwnerType, FindOwner>> = {
  client: async (trx, id, lock) => ((await isOwner(trx, 'clients', id, lock)) ? open : undefined),
  activity: async (trx, id, lock) => ((await isOwner(trx, 'activities', id, lock)) ? open : undefined),
  riskAssessment: findAssessment,
  individualVerification: findVerification,
  requestItem: findRequestItem,
  businessVerification: findBusinessVerification,
};

/** Returns the record that owns the documents; 404 if it belongs to another company. */
export async function requireOwner(
  trx: Trx,
  { ownerType, ownerId }: DocumentOwner,
  lock = false,
): Promise<FoundOwner> {
  const found = await finders[ownerType]?.(trx, ownerId, lock);
  if (found === undefined) throw apiError('record.notFound');
  return found;
}

/**
 * Like `requireOwner`, for adding: locks the record, so that it is not decided or destroyed before the documents added. 422 if it
 * no longer accepts documents.
 */
export async function requireOpenOwner(trx: Trx, owner: DocumentOwner): Promise<void> {
  const { closedReason } = await requireOwner(trx, owner, true);
  if (closedReason !== null) throw invalid(closedReason);
}
