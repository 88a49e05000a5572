import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant, namedRecord, recordId } from '#contract/fields.ts';
import { requiredListStates } from '#rules/required-lists.ts';
import { sanctionsRegimes } from '#rules/sanctions.ts';
import { listVersionStatuses } from '#rules/screening/list-version-status.ts';

const count = z.number().int().min(0);

/** Remark from parsing a list. A `doubt` keeps the version pending until a person confirms it. */
const listNote = z.object({ kind: z.enum(['doubt', 'note']), text: z.string() });

/** Version of a list. Changes are counted against the previous version. */
export const listVersion = z.object({
  version: z.number().int().min(1),
  /** `held`: pending confirmation by a person. `superseded`: formerly active. */
  status: z.enum(listVersionStatuses),
  format: z.enum(['un', 'ofac', 'dfat', 'nzPolice', 'nzRussia', 'opensanctions', 'plain']),
  fileNames: z.array(z.string()),
  sha256: z.string(),
  /** Publication date. */
  publishedOn: z.string().nullable(),
  entities: count,
  added: count,
  changed: count,
  /** Changes of remarks, addresses or spellings only. */
  reworded: count,
  removed: count,
  /** Rows that could not be read. Screenings against the version are incomplete. */
  unreadRows: count,
  notes: z.array(listNote),
  receivedAt: instant,
  /** Name of the person who imported it, or how it was imported. */
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
  /** Last comparison with the source. */
  checkedAt: instant.nullable(),
  /** Last time the active version was confirmed to be the source's current version. */
  currentAt: instant.nullable(),
  /** Whether that is too long ago for a screening to be complete. */
  isStale: z.boolean(),
  /** Whether the active version was read by an older reader than the current one. Screenings against it are incomplete. */
  isOlderReading: z.boolean(),
  /** Since when, for 24 hours or longer, the list could not be brought up to date, and why; null while it can. */
  notFetched: z.object({ since: instant, reason: z.string() }).nullable(),
  /** Sanctions regimes whose designations the active version contains. */
  regimes: z.array(z.enum(sanctionsRegimes)),
  /** Whether its parser was tested with the publisher's own file. */
  isReaderTried: z.boolean(),
  /** Error of the last attempt, if it failed; the active version stays active. */
  failure: z.object({ at: instant, text: z.string() }).nullable(),
});
export type ScreeningList = z.infer<typeof screeningList>;

/** List required of the company by law, with its current state. */
export const requiredList = z.object({
  regime: z.enum(sanctionsRegimes),
  name: z.string(),
  provision: z.string(),
  state: z.enum(requiredListStates),
  /** From when it is not current; null where unknown, and while it is. */
  since: instant.nullable(),
  /** Why it could not be fetched; null for other states. */
  reason: z.string().nullable(),
  checkedAt: instant.nullable(),
});

const lists = z.object({
  /** External service that screens instead of local lists; null if local lists are used. */
  service: z.object({ name: z.string(), address: z.string() }).nullable(),
  lists: z.array(screeningList),
  /** Empty if an external service screens; its catalogue is recorded with each screening. */
  required: z.array(requiredList),
  /** Whether the caller may change the company's internal list. */
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

/** Entry changed by a version. `reworded`: only remarks, addresses or spellings. */
const listChange = z.object({
  entityId: z.string(),
  change: z.enum(['added', 'changed', 'reworded', 'removed']),
  name: z.string(),
  schema: z.enum(['Person', 'Organization', 'LegalEntity', 'Vessel', 'Aircraft']),
  /** Changes as text: `Names: added “…”`. */
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
    'Upload a new version of the company’s internal list as multipart/form-data, up to 20 MB: the template’s CSV or XLSX, or a list in a supported format. A file with an error is rejected as a whole, with line and reason',
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
