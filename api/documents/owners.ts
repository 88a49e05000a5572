import type { Transaction } from 'kysely';
import type { DocumentOwner } from '#contract/documents.ts';
import type { DocumentOwnerType } from '#rules/documents/document-types.ts';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../http/problems.ts';

type Trx = Transaction<Schema>;

/** A record that documents may belong to. */
interface FoundOwner {
  /** Why no documents can be added any more; null while they can. */
  closedReason: string | null;
}

type FindOwner = (trx: Trx, id: string) => Promise<FoundOwner | undefined>;

const open: FoundOwner = { closedReason: null };

async function findAssessment(trx: Trx, id: string): Promise<FoundOwner | undefined> {
  const row = await trx
    .selectFrom('risk_assessments')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.status === 'draft' || row.status === 'returned') return open;
  return {
    closedReason:
      'This assessment was submitted, so its evidence is settled. Return it first, or add the document to the record it is about.',
  };
}

/** Staff looks at what a client was asked for and gave; the client adds it, by the link. */
async function findRequestItem(trx: Trx, id: string): Promise<FoundOwner | undefined> {
  const row = await trx
    .selectFrom('document_request_items')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    closedReason:
      'What a document request asks for is added by whoever was asked. Add your own documents to the client instead.',
  };
}

/** Copies and photos are added until somebody decides; what was decided on stays as it was. */
async function findVerification(trx: Trx, id: string): Promise<FoundOwner | undefined> {
  const row = await trx
    .selectFrom('individual_verifications')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isOver = ['verified', 'expired', 'cancelled'].includes(row.status);
  return isOver
    ? {
        closedReason:
          'This verification is over, so its evidence is settled. Add the document to the client instead.',
      }
    : open;
}

/** Deeds and agreements are added until somebody decides; what was decided on stays as it was. */
async function findBusinessVerification(trx: Trx, id: string): Promise<FoundOwner | undefined> {
  const row = await trx
    .selectFrom('business_verifications')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (!['verified', 'failed', 'cancelled', 'evidenceExpired'].includes(row.status)) return open;
  return {
    closedReason:
      'This verification is over, so its evidence is settled. Add the document to the client instead.',
  };
}

/** How each kind of owner is found; a kind without a line has no records yet, so that every id of it is unknown. */
const finders: Partial<Record<DocumentOwnerType, FindOwner>> = {
  client: async (trx, id) =>
    (await trx.selectFrom('clients').select('id').where('id', '=', id).executeTakeFirst()) && open,
  activity: async (trx, id) =>
    (await trx.selectFrom('activities').select('id').where('id', '=', id).executeTakeFirst()) && open,
  riskAssessment: findAssessment,
  individualVerification: findVerification,
  requestItem: findRequestItem,
  businessVerification: findBusinessVerification,
};

/** The record that documents are asked for; 404 where it is not the transaction's company's. */
export async function requireOwner(trx: Trx, { ownerType, ownerId }: DocumentOwner): Promise<FoundOwner> {
  const found = await finders[ownerType]?.(trx, ownerId);
  if (found === undefined) throw refuse('record.notFound');
  return found;
}

/** As `requireOwner`, for adding; 422 where nothing is added any more. */
export async function requireOpenOwner(trx: Trx, owner: DocumentOwner): Promise<void> {
  const { closedReason } = await requireOwner(trx, owner);
  if (closedReason !== null) {
    throw refuse('request.invalid', { detail: closedReason, fields: { '': [closedReason] } });
  }
}
