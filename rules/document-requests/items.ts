import { type DocumentType, documentTypeLabels } from '#rules/documents/document-types.ts';

/** Kinds of request items. Source: domain 2, DocumentRequest. */
export const requestItemKinds = ['document', 'details'] as const;
export type RequestItemKind = (typeof requestItemKinds)[number];

export const requestItemStatuses = ['requested', 'given', 'accepted', 'rejected'] as const;
export type RequestItemStatus = (typeof requestItemStatuses)[number];

/** In the words of the company's staff. */
export const requestItemStatusLabels: Record<RequestItemStatus, string> = {
  requested: 'Requested',
  given: 'Submitted',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

/** In the words of the page that the person sees. */
export const recipientItemStatusLabels: Record<RequestItemStatus, string> = {
  requested: 'Required',
  given: 'Submitted',
  accepted: 'Accepted',
  rejected: 'Changes requested',
};

export const detailFields = ['name', 'dateOfBirth', 'address', 'documentNumber', 'documentExpiry'] as const;
export type DetailField = (typeof detailFields)[number];

export const detailFieldLabels: Record<DetailField, string> = {
  name: 'Full name',
  dateOfBirth: 'Date of birth',
  address: 'Home address',
  documentNumber: 'Document number',
  documentExpiry: 'Document expiry date',
};

/** Most items of one request, most files of one item, and most letters of a reason. Source: domain 11.8. */
export const maxItems = 20;
export const maxFilesPerItem = 5;

/** Item before the request is sent. */
export interface AskedItem {
  label: string;
  kind: RequestItemKind;
  /** For a document: the type it is stored as. */
  documentType: DocumentType | null;
  /** For details: the requested fields, in the order of `detailFields`. */
  detailFields: DetailField[];
  required: boolean;
}

/** An item of the firm's own: a document of no special type, named by its label. */
export function ownItem(label: string, required = true): AskedItem {
  return { label, kind: 'document', documentType: 'other', detailFields: [], required };
}

/** One-line label of an item: "Passport" or "Full name, date of birth". */
export function askedText({ kind, documentType, detailFields: fields }: Omit<AskedItem, 'label'>): string {
  if (kind === 'document') return documentTypeLabels[documentType ?? 'other'];
  const [first = '', ...others] = fields.map((field) => detailFieldLabels[field]);
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(', ');
}
