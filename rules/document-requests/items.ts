import { type DocumentType, documentTypeLabels } from '#rules/documents/document-types.ts';

/** What a document request asks for. Source: domain 2, DocumentRequest. */
export const requestItemKinds = ['document', 'details'] as const;
export type RequestItemKind = (typeof requestItemKinds)[number];

export const requestItemStatuses = ['requested', 'given', 'accepted', 'rejected'] as const;
export type RequestItemStatus = (typeof requestItemStatuses)[number];

/** In the words of the company's staff. */
export const requestItemStatusLabels: Record<RequestItemStatus, string> = {
  requested: 'Not given yet',
  given: 'Given, to be checked',
  accepted: 'Accepted',
  rejected: 'Not accepted',
};

/** In the words of the page that the person sees. */
export const recipientItemStatusLabels: Record<RequestItemStatus, string> = {
  requested: 'Needed',
  given: 'Given',
  accepted: 'Accepted',
  rejected: 'Needed again',
};

export const detailFields = ['name', 'dateOfBirth', 'address', 'documentNumber', 'documentExpiry'] as const;
export type DetailField = (typeof detailFields)[number];

export const detailFieldLabels: Record<DetailField, string> = {
  name: 'Full name',
  dateOfBirth: 'Date of birth',
  address: 'Home address',
  documentNumber: 'Document number',
  documentExpiry: 'Document valid to',
};

/** Most items of one request, most files of one item, and most letters of a reason. Source: domain 11.8. */
export const mostItems = 20;
export const mostFilesOfItem = 5;

/** One thing asked for, before it is sent. */
export interface AskedItem {
  label: string;
  kind: RequestItemKind;
  /** Of a document: what it will be kept as. */
  documentType: DocumentType | null;
  /** Of details: what is asked, in the order of `detailFields`. */
  detailFields: DetailField[];
  required: boolean;
}

/** An item of the firm's own: a document of no special type, named by its label. */
export function ownItem(label: string, required = true): AskedItem {
  return { label, kind: 'document', documentType: 'other', detailFields: [], required };
}

/** What an item asks for, in a line: "Passport" or "Full name, date of birth". */
export function askedText({ kind, documentType, detailFields: fields }: Omit<AskedItem, 'label'>): string {
  if (kind === 'document') return documentTypeLabels[documentType ?? 'other'];
  const [first = '', ...others] = fields.map((field) => detailFieldLabels[field]);
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(', ');
}
