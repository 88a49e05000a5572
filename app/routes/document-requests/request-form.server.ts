import type { Client } from '#contract/clients/client-record.ts';
import type { DocumentRequest } from '#contract/document-requests/document-requests.ts';
import { type CatalogueItem, catalogueFor } from '#rules/document-requests/catalogue.ts';
import { formatRequestedItem, type RequestedItem } from '#rules/document-requests/items.ts';
import { type FundsKind, fundsKinds } from '#rules/source-of-funds/funds-lines.ts';
import { sourceRequests } from '#rules/source-of-funds/source-requests.ts';

type Item = DocumentRequest['items'][number];

const optional = /\s*\(optional\)\s*$/i;

const isFromCatalogue = ({ label, kind }: Item, entry: CatalogueItem) =>
  entry.label === label && entry.kind === kind;

/** One of the company's own items: a document with only a label, so that a line of text can represent it. */
const isOwnLine = ({ kind, documentType, label }: Item) =>
  kind === 'document' && documentType === 'other' && !optional.test(label);

const getRequirement = ({ required }: { required: boolean }) => (required ? 'required' : 'optional');

/** Places a draft's items in the form: in the catalogue, as own lines, or separately. */
function placed(items: readonly Item[], catalogue: readonly CatalogueItem[]) {
  const known = new Set<Item>();
  const chosen = catalogue.map((entry) => {
    const item = items.find((candidate) => isFromCatalogue(candidate, entry));
    if (item) known.add(item);
    return [`ask-${entry.key}`, item ? getRequirement(item) : ''] as const;
  });
  const rest = items.filter((item) => !known.has(item));
  const lines = rest.filter(isOwnLine);
  return {
    chosen: Object.fromEntries(chosen),
    own: lines.map(({ label, required }) => (required ? label : `${label} (optional)`)).join('\n'),
    others: rest.filter((item) => !isOwnLine(item)),
  };
}

/** Kinds of source of funds whose evidence the URL requests: `&sources=salary,gift`. */
function kindsIn(url: URL): FundsKind[] {
  const wanted = url.searchParams.get('sources')?.split(',') ?? [];
  return fundsKinds.filter((kind) => wanted.includes(kind));
}

/** Kinds of source of funds whose evidence a draft requests. */
const getKinds = ({ items }: DocumentRequest): FundsKind[] =>
  fundsKinds.filter((kind) => items.some(({ label }) => label === sourceRequests[kind].label));

/** Initial values of the form of a new request or a draft. */
export function requestForm({
  client,
  country,
  today,
  verifications,
  draft,
  url,
  dueOn,
}: {
  client: Client;
  country: 'NZL' | 'AUS';
  /** Today in the company's time zone. */
  today: string;
  verifications: { id: string; text: string }[];
  draft: DocumentRequest | null;
  url: URL;
  dueOn: string;
}) {
  const sources = draft === null ? kindsIn(url) : getKinds(draft);
  const catalogue = catalogueFor(client, country, today, sources);
  const wanted = draft
    ? (draft.verification?.id ?? '')
    : (url.searchParams.get('for') ?? verifications[0]?.id);
  const verificationId = verifications.some(({ id }) => id === wanted) ? (wanted ?? '') : '';
  if (draft === null) {
    // A request for evidence of sources preselects nothing else.
    const keys = sources.map((kind) => sourceRequests[kind].key);
    const isTicked = ({ key, isSuggested }: CatalogueItem) =>
      keys.length === 0 ? isSuggested : keys.includes(key);
    const first = catalogue.map(
      (entry) => [`ask-${entry.key}`, isTicked(entry) ? getRequirement(entry) : ''] as const,
    );
    const values = {
      recipientName: client.displayName,
      recipientEmail: client.email ?? '',
      dueOn,
      verificationId,
      activityId: url.searchParams.get('activity') ?? '',
      ...Object.fromEntries(first),
    };
    return { draft: null, catalogue, verifications, others: [], values };
  }
  const { chosen, own, others } = placed(draft.items, catalogue);
  return {
    draft: { id: draft.id, version: draft.version },
    catalogue,
    verifications,
    /** Items that are neither in the catalogue nor expressible as a line of text. */
    others: others.map((item) => ({ id: item.id, label: item.label, asks: formatRequestedItem(item) })),
    values: {
      recipientName: draft.recipientName,
      recipientEmail: draft.recipientEmail ?? '',
      dueOn: draft.dueOn,
      message: draft.message,
      verificationId,
      activityId: draft.activityId ?? '',
      own,
      ...chosen,
      ...Object.fromEntries(others.map((item) => [`keep-${item.id}`, getRequirement(item)])),
    },
  };
}

/** Items of a draft that the form refers to by ID. */
export function savedItems(form: FormData, draft: DocumentRequest): RequestedItem[] {
  return draft.items.flatMap(({ id, label, kind, documentType, detailFields }) => {
    const how = form.get(`keep-${id}`);
    if (how !== 'required' && how !== 'optional') return [];
    return [{ label, kind, documentType, detailFields, required: how === 'required' }];
  });
}
