import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, recordId } from './fields.ts';

const count = z.number().int().min(0);

/** What was noticed while a list was read. A `doubt` holds it back until a person says that it is right. */
const listNote = z.object({ kind: z.enum(['doubt', 'note']), text: z.string() });

/** A version of a list. What changed is counted against the version before. */
export const listVersion = z.object({
  version: z.number().int().min(1),
  /** `held`: it waits until a person says that it is right. `superseded`: it was in use once. */
  status: z.enum(['held', 'inUse', 'superseded']),
  format: z.enum(['un', 'ofac', 'dfat', 'opensanctions', 'plain']),
  fileNames: z.array(z.string()),
  sha256: z.string(),
  /** The day that the publisher gives. */
  publishedOn: z.string().nullable(),
  entities: count,
  added: count,
  changed: count,
  /** Remarks, addresses or spellings alone. */
  reworded: count,
  removed: count,
  notes: z.array(listNote),
  receivedAt: instant,
  /** A person's name, or how it came otherwise. */
  receivedBy: z.string(),
  usedSince: instant.nullable(),
  usedUntil: instant.nullable(),
});
export type ListVersion = z.infer<typeof listVersion>;

export const screeningList = z.object({
  id: recordId,
  source: z.enum(['un', 'ofac', 'dfat', 'opensanctions', 'demo', 'own']),
  name: z.string(),
  /** Whether it is the company's own; the others are kept by the operator, the same for every company. */
  isOwn: z.boolean(),
  inUse: listVersion.nullable(),
  held: listVersion.nullable(),
  /** When it was last compared with its source. */
  checkedAt: instant.nullable(),
  /** Why the last attempt came to nothing, if it did; the version in use stayed. */
  failure: z.object({ at: instant, text: z.string() }).nullable(),
});
export type ScreeningList = z.infer<typeof screeningList>;

const lists = z.object({
  /** An outside service that screens in place of the lists kept here; null where they are used. */
  service: z.object({ name: z.string(), address: z.string() }).nullable(),
  lists: z.array(screeningList),
  /** Whether the caller may change the company's own list. */
  mayChange: z.boolean(),
});

const byId = z.object({ id: recordId });

export const readScreeningLists = endpoint({
  id: 'screeningLists.list',
  method: 'GET',
  path: '/screening-lists',
  summary: 'Lists that the company screens with: the operator’s and its own, with their dates',
  caller: 'member',
  act: 'records.read',
  answer: lists,
  status: 200,
});

export const readListVersions = endpoint({
  id: 'screeningLists.versions',
  method: 'GET',
  path: '/screening-lists/:id/versions',
  summary: 'Versions of a list, newest first',
  caller: 'member',
  act: 'records.read',
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(1).max(2_000_000_000).optional() }),
  answer: z.object({ versions: z.array(listVersion), nextBefore: z.number().int().nullable() }),
  status: 200,
});

/** One entry that a version changed. `reworded`: remarks, addresses or spellings alone. */
const listChange = z.object({
  entityId: z.string(),
  change: z.enum(['added', 'changed', 'reworded', 'removed']),
  name: z.string(),
  schema: z.enum(['Person', 'Organization', 'LegalEntity', 'Vessel', 'Aircraft']),
  /** What became of it, in words: `Names: added “…”`. */
  details: z.array(z.string()),
});
export type ListChange = z.infer<typeof listChange>;

export const readListChanges = endpoint({
  id: 'screeningLists.changes',
  method: 'GET',
  path: '/screening-lists/:id/versions/:version/changes',
  summary: 'What a version changed against the one before, in the order of the publisher’s numbers',
  caller: 'member',
  act: 'records.read',
  params: z.object({ id: recordId, version: z.coerce.number().int().min(1).max(2_000_000_000) }),
  query: z.object({ after: z.string().max(400).optional() }),
  answer: z.object({
    list: z.object({ id: recordId, name: z.string() }),
    version: listVersion,
    changes: z.array(listChange),
    nextAfter: z.string().nullable(),
  }),
  status: 200,
});

export const uploadOwnList = endpoint({
  id: 'screeningLists.upload',
  method: 'POST',
  path: '/screening-lists/own',
  summary:
    'A new version of the company’s own list as multipart/form-data, one list of 20 MB at most: the template’s CSV or XLSX, or a list in a form that is read anyway. Refused whole with line and reason where something is wrong',
  caller: 'member',
  act: 'worklists.manage',
  upload: true,
  answer: z.object({ outcome: z.enum(['inUse', 'held', 'identical']), list: screeningList }),
  status: 200,
});

export const decideHeldList = endpoint({
  id: 'screeningLists.decideHeld',
  method: 'POST',
  path: '/screening-lists/own/held',
  summary: 'Put a version of the company’s own list into use that was held back, or throw it away',
  caller: 'member',
  act: 'worklists.manage',
  once: true,
  body: z.object({
    version: z.coerce.number({ error: 'The version is missing' }).int().min(1).max(2_000_000_000),
    decision: z.enum(['use', 'discard'], { error: 'Choose whether to use this version' }),
  }),
  answer: screeningList,
  status: 200,
});

export const readListTemplate = endpoint({
  id: 'screeningLists.template',
  method: 'GET',
  path: '/screening-lists/template',
  summary: 'The template for a list of one’s own as CSV',
  caller: 'member',
  act: 'records.read',
  answer: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

export const screeningListEndpoints = [
  readScreeningLists,
  readListVersions,
  readListChanges,
  uploadOwnList,
  decideHeldList,
  readListTemplate,
];
