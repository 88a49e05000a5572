import { z } from 'zod';
import { sanctionsRegimes } from '#rules/sanctions.ts';
import { listVersionStatuses } from '#rules/screening/list-version-status.ts';
import { endpoint } from './endpoint.ts';
import { instant, namedRecord, recordId } from './fields.ts';

const count = z.number().int().min(0);

/** What was noticed while a list was read. A `doubt` holds it back until a person says that it is right. */
const listNote = z.object({ kind: z.enum(['doubt', 'note']), text: z.string() });

/** A version of a list. What changed is counted against the version before. */
export const listVersion = z.object({
  version: z.number().int().min(1),
  /** `held`: it waits until a person says that it is right. `superseded`: it was in use once. */
  status: z.enum(listVersionStatuses),
  format: z.enum(['un', 'ofac', 'dfat', 'nzPolice', 'nzRussia', 'opensanctions', 'plain']),
  fileNames: z.array(z.string()),
  sha256: z.string(),
  /** Publication date. */
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
  source: z.enum(['un', 'ofac', 'dfat', 'nzPolice', 'nzRussia', 'opensanctions', 'demo', 'own']),
  name: z.string(),
  /** Whether it is the company's internal list; the others are maintained by the operator for all companies. */
  isOwn: z.boolean(),
  inUse: listVersion.nullable(),
  held: listVersion.nullable(),
  /** When it was last compared with its source. */
  checkedAt: instant.nullable(),
  /** When the active version was last found to be the source's current one. */
  currentAt: instant.nullable(),
  /** Whether that is too long ago for a screening to count as complete. */
  isStale: z.boolean(),
  /** Whose designations the active version holds. */
  regimes: z.array(z.enum(sanctionsRegimes)),
  /** Whether its reader was tried on the publisher's own file. */
  isReaderTried: z.boolean(),
  /** Error of the last attempt, if it failed; the active version was kept. */
  failure: z.object({ at: instant, text: z.string() }).nullable(),
});
export type ScreeningList = z.infer<typeof screeningList>;

/** A list that the law requires of the company, as it stands now. */
export const requiredList = z.object({
  regime: z.enum(sanctionsRegimes),
  name: z.string(),
  provision: z.string(),
  state: z.enum(['current', 'stale', 'missing']),
  checkedAt: instant.nullable(),
});

const lists = z.object({
  /** External service that screens instead of local lists; null if local lists are used. */
  service: z.object({ name: z.string(), address: z.string() }).nullable(),
  lists: z.array(screeningList),
  /** Empty where an external service screens: what it holds is said by its catalogue at each screening. */
  required: z.array(requiredList),
  /** Whether the caller may change the company's own list. */
  mayChange: z.boolean(),
});

const byId = z.object({ id: recordId });

export const readScreeningLists = endpoint({
  id: 'screeningLists.list',
  method: 'GET',
  path: '/screening-lists',
  summary: 'List the screening lists of the operator and the company, with their dates',
  caller: 'member',
  permission: 'records.read',
  response: lists,
  status: 200,
});

export const readListVersions = endpoint({
  id: 'screeningLists.versions',
  method: 'GET',
  path: '/screening-lists/:id/versions',
  summary: 'List versions of a screening list, newest first',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(1).max(2_000_000_000).optional() }),
  response: z.object({ versions: z.array(listVersion), nextBefore: z.number().int().nullable() }),
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
  summary: 'List the changes of a version from the previous one, in order of the publisher’s numbers',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: recordId, version: z.coerce.number().int().min(1).max(2_000_000_000) }),
  query: z.object({ after: z.string().max(400).optional() }),
  response: z.object({
    list: namedRecord,
    version: listVersion,
    changes: z.array(listChange),
    nextAfter: z.string().nullable(),
  }),
  status: 200,
});

export const uploadOwnList = endpoint({
  id: 'screeningLists.upload',
  method: 'POST',
  path: '/screening-lists/internal',
  summary:
    'A new version of the company’s own list as multipart/form-data, one list of 20 MB at most: the template’s CSV or XLSX, or a list in a form that is read anyway. Refused whole with line and reason where something is wrong',
  caller: 'member',
  permission: 'worklists.manage',
  upload: true,
  response: z.object({ outcome: z.enum(['inUse', 'held', 'identical']), list: screeningList }),
  status: 200,
});

export const decideHeldList = endpoint({
  id: 'screeningLists.decidePendingVersion',
  method: 'POST',
  path: '/screening-lists/internal/pending-version',
  summary: 'Activate or discard a pending version of the internal list',
  caller: 'member',
  permission: 'worklists.manage',
  once: true,
  body: z.object({
    version: z.coerce
      .number({ error: 'Version is missing. Reload the page and try again' })
      .int()
      .min(1)
      .max(2_000_000_000),
    decision: z.enum(['use', 'discard'], { error: 'Select whether to activate this version' }),
  }),
  response: screeningList,
  status: 200,
});

export const readListTemplate = endpoint({
  id: 'screeningLists.template',
  method: 'GET',
  path: '/screening-lists/template',
  summary: 'Download the internal list template as CSV',
  caller: 'member',
  permission: 'records.read',
  response: { contentType: 'text/csv; charset=utf-8' },
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
