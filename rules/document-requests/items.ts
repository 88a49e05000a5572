import { documentTypeLabels, type UploadedDocumentType } from '#rules/documents/document-types.ts';
import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import { isOneOf } from '#rules/lifecycles/lifecycle.ts';

/** Kinds of request items. */
export const requestItemKinds = ['document', 'details'] as const;
export type RequestItemKind = (typeof requestItemKinds)[number];

export const requestItemStatuses = ['requested', 'given', 'accepted', 'rejected'] as const;
export type RequestItemStatus = (typeof requestItemStatuses)[number];

/** The recipient's part is done. */
export const submittedItemStatuses = ['given', 'accepted'] as const satisfies readonly RequestItemStatus[];

/** The recipient has something to do. */
const awaitedItemStatuses = ['requested', 'rejected'] as const satisfies readonly RequestItemStatus[];

/** Whether the recipient has submitted an item. */
export const isSubmittedItem = isOneOf<RequestItemStatus>(submittedItemStatuses);

/** Whether an item awaits the recipient. */
export const isAwaitedItem = isOneOf<RequestItemStatus>(awaitedItemStatuses);

/** Labels for staff, of the items of a submitted request. */
export const requestItemStatusLabels: Record<RequestItemStatus, string> = {
  requested: 'Requested',
  given: 'Submitted',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

/**
 * Label of an item for staff at any time: what the recipient saves is only added, until the whole request is submitted.
 * @param submittedAt when the request was last submitted
 */
export function formatItemStatus(
  { status, givenAt }: { status: RequestItemStatus; givenAt: string | null },
  submittedAt: string | null,
): string {
  const isSubmitted = submittedAt !== null && givenAt !== null && givenAt <= submittedAt;
  return status === 'given' && !isSubmitted ? 'Added' : requestItemStatusLabels[status];
}

/** "1 of 3 added, 0 accepted": how far the items of a request are, for staff. */
export function formatItemCounts({
  status,
  items: { given, total, accepted },
}: {
  status: RequestStatus;
  items: { given: number; total: number; accepted: number };
}): string {
  const isSubmitted = status === 'submitted' || status === 'completed';
  return `${given} of ${total} ${isSubmitted ? 'submitted' : 'added'}, ${accepted} accepted`;
}

export const detailFields = ['name', 'dateOfBirth', 'address', 'documentNumber', 'documentExpiry'] as const;
export type DetailField = (typeof detailFields)[number];

export const detailFieldLabels: Record<DetailField, string> = {
  name: 'Full name',
  dateOfBirth: 'Date of birth',
  address: 'Home address',
  documentNumber: 'Document number',
  documentExpiry: 'Document expiry date',
};

/** Maximum items of a request, files of an item, and characters of a reason. */
export const maxItems = 20;
export const maxFilesPerItem = 5;

/** Item before the request is sent. */
export interface RequestedItem {
  label: string;
  kind: RequestItemKind;
  /** Documents: type under which the file is stored. */
  documentType: UploadedDocumentType | null;
  /** Details: requested fields, in the order of `detailFields`. */
  detailFields: DetailField[];
  required: boolean;
}

/** Custom item: a document without a specific type, named by its label. */
export function ownItem(label: string, required = true): RequestedItem {
  return { label, kind: 'document', documentType: 'other', detailFields: [], required };
}

/** One-line label of an item: "Passport" or "Full name, date of birth". */
export function formatRequestedItem({
  kind,
  documentType,
  detailFields: fields,
}: Omit<RequestedItem, 'label'>): string {
  if (kind === 'document') return documentTypeLabels[documentType ?? 'other'];
  const [first = '', ...others] = fields.map((field) => detailFieldLabels[field]);
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(', ');
}

/** Minutes that a recipient needs, at least 2: one for each document, and one for every three details. */
export function estimateMinutes(items: readonly Pick<RequestedItem, 'kind' | 'detailFields'>[]): number {
  const minutes = items.map(({ kind, detailFields: { length } }) =>
    kind === 'document' ? 1 : Math.ceil(length / 3),
  );
  return Math.max(
    2,
    minutes.reduce((sum, each) => sum + each, 0),
  );
}
