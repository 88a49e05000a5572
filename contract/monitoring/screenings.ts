import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, instant, recordId, recordVersion, requiredText } from '#contract/fields.ts';
import { screeningGap } from '#contract/sanctions.ts';
import { type ScreeningStatus, screeningLifecycle } from '#rules/lifecycles/checks.ts';
import { getStates } from '#rules/lifecycles/lifecycle.ts';
import { listSources, sanctionsRegimes } from '#rules/sanctions.ts';
import { screeningSchemas } from '#rules/screening/screening-records.ts';
import { falsePositiveReasons, matchChanges, matchStatuses } from '#rules/screening-matches/match-labels.ts';
import { birthDateMatchings, monitoringChecks } from '#rules/worklists/worklist-settings.ts';
import { enrolment } from './enrolments.ts';

const byId = z.object({ id: recordId });

export const screeningStatuses = getStates(screeningLifecycle) as [ScreeningStatus, ...ScreeningStatus[]];

/** List as used in a screening. */
export const listInUse = z.object({
  id: z.string(),
  version: z.string(),
  name: z.string(),
  keptBy: z.enum(['operator', 'company', 'service']),
  /** Undefined for earlier screenings, which did not store it. */
  source: z.enum(listSources).optional(),
  /** Sanctions regimes whose designations it contains. Undefined for earlier screenings, which did not store them. */
  regimes: z.array(z.enum(sanctionsRegimes)).readonly().optional(),
  /** Last time it was confirmed to be the publisher's current version. */
  checkedAt: z.string().nullish(),
  /** Whether the version had been read by an older reader than the current one. Undefined for earlier screenings. */
  isOlderReading: z.boolean().optional(),
  /** Rows of the version that could not be read. Undefined for earlier screenings. */
  unreadRows: z.number().int().optional(),
  /** Since when it could not be brought up to date, and why; null if it could. Counts after 24 hours. Undefined for earlier screenings. */
  notFetched: z.object({ since: z.string(), reason: z.string() }).nullish(),
  publishedOn: z.string().nullable(),
  importedAt: z.string().nullable(),
  entities: z.number().int().nullable(),
});

const topic = z.enum(['sanction', 'pep', 'rca', 'crime', 'adverseMedia', 'other']);

const partialDate = z.string();

/** Listed person or body as at the time of the match. */
export const listedEntity = z.object({
  id: z.string(),
  schema: z.enum(screeningSchemas),
  names: z.array(z.object({ text: z.string(), quality: z.enum(['primary', 'alias', 'weakAlias']) })),
  birthDates: z.array(
    z.union([
      z.object({ on: partialDate }),
      z.object({ from: partialDate, to: partialDate, about: partialDate.optional() }),
    ]),
  ),
  birthPlaces: z.array(z.string()),
  countries: z.array(z.string()),
  gender: z.enum(['male', 'female']).optional(),
  identifiers: z.array(z.object({ type: z.string(), number: z.string(), country: z.string().optional() })),
  addresses: z.array(z.string()),
  topics: z.array(topic),
  programmes: z.array(z.string()),
  remarks: z.string().optional(),
  listedOn: partialDate.optional(),
  /** What the list states but could not be read. */
  unread: z.array(z.enum(['birthDate', 'country'])).optional(),
});

/** Subject screened. */
export const screeningQuery = z.object({
  schema: z.enum(screeningSchemas),
  names: z.array(z.string()),
  birthDate: partialDate.optional(),
  countries: z.array(z.string()),
  gender: z.enum(['male', 'female']).optional(),
  identifiers: z.array(z.object({ number: z.string(), country: z.string().optional() })),
});

export const screeningMatch = z.object({
  id: recordId,
  version: z.number().int(),
  listName: z.string(),
  listVersion: z.string(),
  change: z.enum(matchChanges),
  topics: z.array(topic),
  /** Sanctions regimes of the designation that prohibit dealing with the person. */
  regimes: z.array(z.enum(sanctionsRegimes)),
  /** Score from 0 to 1. */
  score: z.number(),
  /** Contributions to the score, positive and negative, with the values compared. */
  features: z.array(
    z.object({
      name: z.enum(['name', 'identifier', 'birthDate', 'country', 'gender']),
      subject: z.string(),
      listed: z.string(),
      value: z.number(),
      points: z.number(),
      finding: z.string(),
    }),
  ),
  entity: listedEntity,
  status: z.enum(matchStatuses),
  reasonCode: z.string().nullable(),
  reason: z.string().nullable(),
  /** Kind of PEP, if recorded with the decision. */
  pepOf: z.enum(['foreign', 'domestic', 'internationalOrganisation']).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  foundAt: instant,
});
export type ScreeningMatch = z.infer<typeof screeningMatch>;

export const screening = z.object({
  id: recordId,
  clientId: recordId,
  trigger: z.enum(['manual', 'onboarding', 'monitoring']),
  status: z.enum(screeningStatuses),
  query: screeningQuery,
  /** 0 to 100. */
  threshold: z.number().int(),
  dobMatching: z.enum(birthDateMatchings),
  checks: z.array(z.enum(monitoringChecks)),
  lists: z.array(listInUse),
  algorithm: z.string().nullable(),
  error: z.string().nullable(),
  at: instant,
  requestedBy: z.string().nullable(),
  /** Matches first found by this screening. */
  matches: z.object({ total: z.number().int(), undecided: z.number().int(), confirmed: z.number().int() }),
  /** Alert of these matches. */
  alertId: recordId.nullable(),
});
export type Screening = z.infer<typeof screening>;

export const readClientMonitoring = endpoint({
  id: 'clients.monitoring',
  method: 'GET',
  path: '/clients/:id/monitoring',
  summary: 'Get a client’s enrolment, screenings, undecided matches and active lists',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  query: z.object({ before: recordId.optional() }),
  response: z.object({
    enrolment: enrolment.nullable(),
    worklists: z.array(z.object({ id: z.number().int(), name: z.string() })),
    screenings: z.array(screening),
    nextBefore: recordId.nullable(),
    undecided: z.number().int(),
    /** What the last full screening lacked. */
    gaps: z.array(screeningGap),
  }),
  status: 200,
});

export const screenClient = endpoint({
  id: 'clients.screen',
  method: 'POST',
  path: '/clients/:id/screenings',
  summary: 'Screen a client and its related parties against the active lists',
  caller: 'member',
  permission: 'checks.start',
  once: true,
  params: byId,
  body: z.object({}),
  response: z.object({ screened: z.number().int(), matched: z.number().int(), screening }),
  status: 201,
});

const reason = requiredText('Enter a reason', { max: 1000, multiline: true });

const decision = z.discriminatedUnion(
  'decision',
  [
    z.object({
      decision: z.literal('falsePositive'),
      version: recordVersion,
      reasonCode: z.enum(falsePositiveReasons, { error: 'Select a reason' }),
      reason,
    }),
    z.object({
      decision: z.literal('truePositive'),
      version: recordVersion,
      reason,
      /** Kind of PEP that the person is or is close to, for a PEP list. */
      pepOf: z.enum(['foreign', 'domestic', 'internationalOrganisation']).optional(),
    }),
    z.object({ decision: z.literal('possible'), version: recordVersion }),
  ],
  { error: 'Select an outcome' },
);

export const decideMatch = endpoint({
  id: 'screeningMatches.decide',
  method: 'POST',
  path: '/screening-matches/:id/decision',
  summary: 'Decide a match. The decision holds until the list entry changes materially',
  caller: 'member',
  permission: 'matches.dismiss',
  once: true,
  params: byId,
  body: decision,
  response: z.object({ match: screeningMatch, alertId: recordId, alertClosed: z.boolean() }),
  status: 200,
});

export const dismissMatches = endpoint({
  id: 'alerts.dismissMatches',
  method: 'POST',
  path: '/alerts/:id/dismissal',
  summary: 'Dismiss all undecided matches of an alert as false positives',
  caller: 'member',
  permission: 'matches.dismiss',
  once: true,
  params: byId,
  body: z.object({
    /** Matches shown to the caller, with their versions. Other matches are not changed. */
    matches: z
      .array(z.object({ id: recordId, version: z.number().int() }), {
        error: 'All matches are already decided',
      })
      .min(1, { error: 'All matches are already decided' })
      .max(200),
    reasonCode: z.enum(falsePositiveReasons, { error: 'Select a reason' }),
    reason,
  }),
  response: z.object({ decided: z.number().int(), alertClosed: z.boolean() }),
  status: 200,
});

/** Why monitoring is paused, and since when. */
export const monitoringPause = z.object({ reason: z.enum(['subscription', 'restricted']), since: instant });

export const readMonitoringLists = endpoint({
  id: 'monitoring.lists',
  method: 'GET',
  path: '/monitoring/lists',
  summary: 'List the active screening lists and the version that each worklist has fully screened',
  caller: 'member',
  permission: 'records.read',
  response: z.object({
    lists: z.array(
      listInUse.extend({
        worklists: z.array(
          z.object({ id: z.number().int(), name: z.string(), coveredVersion: z.string().nullable() }),
        ),
      }),
    ),
    paused: monitoringPause.nullable(),
    on: calendarDate,
  }),
  status: 200,
});
