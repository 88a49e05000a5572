import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  namedRecord,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import { jurisdictions } from '#rules/legal-provisions.ts';
import { breachedInformation, breachKinds, breachOutcomes } from '#rules/privacy/breaches.ts';

const by = z.object({ at: instant, by: namedRecord });

/** A breach under one country’s law. */
const breachCountry = z.object({
  country: z.enum(jurisdictions),
  /** Rule of the clock, and how its end was counted. */
  rule: z.string(),
  provision: z.string(),
  working: z.string(),
  /** End of the clock: an instant (NZ), or the last day (AU). */
  dueAt: instant.nullable(),
  dueOn: calendarDate.nullable(),
  step: z.enum(['assess', 'notify', 'done']),
  isRunning: z.boolean(),
  isOverdue: z.boolean(),
  assessed: by.extend({ outcome: z.enum(breachOutcomes), reason: z.string() }).nullable(),
  regulator: z.object({ on: calendarDate, reference: z.string() }).nullable(),
  /** Notice to the people affected; `on` is null where an exception applies, which `how` explains. */
  people: z.object({ on: calendarDate.nullable(), how: z.string() }).nullable(),
});

/** A privacy breach of the company, with each applicable law’s clock. */
export const privacyBreach = z.object({
  id: recordId,
  version: z.number().int(),
  summary: z.string(),
  description: z.string(),
  kinds: z.array(z.enum(breachKinds)),
  information: z.array(z.enum(breachedInformation)),
  /** Number of people affected; null while unknown. */
  people: z.number().int().nullable(),
  awareAt: instant,
  contained: z.string().nullable(),
  recorded: by,
  closed: by.extend({ lessons: z.string() }).nullable(),
  countries: z.array(breachCountry),
});
export type PrivacyBreach = z.infer<typeof privacyBreach>;

const count = z.coerce
  .number({ error: 'Enter a whole number' })
  .int({ error: 'Enter a whole number' })
  .min(0, { error: 'Enter 0 or more' })
  .max(100_000_000, { error: 'Enter at most 100,000,000' })
  .optional();

const facts = {
  summary: requiredText('Enter a short summary', { max: 200 }),
  description: requiredText('Describe what happened', { max: 5000, multiline: true }),
  kinds: z
    .array(z.enum(breachKinds, { error: 'Select from the list' }), { error: 'Select what happened' })
    .min(1, { error: 'Select what happened' })
    .max(breachKinds.length),
  information: z
    .array(z.enum(breachedInformation, { error: 'Select from the list' }), {
      error: 'Select the information concerned',
    })
    .min(1, { error: 'Select the information concerned' })
    .max(breachedInformation.length),
  people: count,
  contained: optionalText({ max: 2000, multiline: true }),
};

export const breachInput = z.object({
  ...facts,
  awareOn: calendarDate,
  /** In the company’s time zone. */
  awareTime: z
    .string({ error: 'Enter a time' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 14:30' }),
});

const byId = z.object({ id: recordId });
const version = { version: recordVersion };
const country = z.enum(jurisdictions, { error: 'Select a country' });

export const listBreaches = endpoint({
  id: 'privacyBreaches.list',
  method: 'GET',
  path: '/privacy-breaches',
  summary: 'List privacy breaches, newest first, 50 a page',
  caller: 'member',
  permission: 'privacy.read',
  query: z.object({ before: recordId.optional() }),
  response: z.object({ breaches: z.array(privacyBreach), nextBefore: recordId.nullable() }),
  status: 200,
});

export const exportBreaches = endpoint({
  id: 'privacyBreaches.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/privacy-breaches/export',
  summary: 'Export the breach register as CSV, one row per breach and country',
  caller: 'member',
  permission: 'privacy.read',
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

export const readBreach = endpoint({
  id: 'privacyBreaches.read',
  method: 'GET',
  path: '/privacy-breaches/:id',
  summary: 'Get a privacy breach',
  caller: 'member',
  permission: 'privacy.read',
  params: byId,
  response: privacyBreach,
  status: 200,
});

export const recordBreach = endpoint({
  id: 'privacyBreaches.record',
  method: 'POST',
  path: '/privacy-breaches',
  summary: 'Record a privacy breach. Starts the clock of each country whose law applies',
  caller: 'member',
  permission: 'privacy.record',
  once: true,
  body: breachInput,
  response: privacyBreach,
  status: 201,
});

export const changeBreach = endpoint({
  id: 'privacyBreaches.change',
  method: 'PUT',
  path: '/privacy-breaches/:id',
  summary: 'Change the facts of an open breach. When the company became aware is fixed',
  caller: 'member',
  permission: 'privacy.record',
  once: true,
  params: byId,
  body: z.object({ ...version, ...facts }),
  response: privacyBreach,
  status: 200,
});

export const assessBreach = endpoint({
  id: 'privacyBreaches.assess',
  method: 'POST',
  path: '/privacy-breaches/:id/assessments',
  summary: 'Record whether a breach is notifiable under a country’s law',
  caller: 'member',
  permission: 'privacy.manage',
  once: true,
  params: byId,
  body: z.object({
    ...version,
    country,
    outcome: z.enum(breachOutcomes, { error: 'Select an outcome' }),
    reason: requiredText('Explain the assessment', { max: 2000, multiline: true }).refine(
      (text) => text.length >= 20,
      { error: 'Explain the assessment in at least 20 characters' },
    ),
  }),
  response: privacyBreach,
  status: 200,
});

export const notifyBreach = endpoint({
  id: 'privacyBreaches.notify',
  method: 'POST',
  path: '/privacy-breaches/:id/notifications',
  summary:
    'Record a notice of a notifiable breach to the regulator or to the people affected, or why an exception applies to them',
  caller: 'member',
  permission: 'privacy.manage',
  once: true,
  params: byId,
  body: z.object({
    ...version,
    country,
    to: z.enum(['regulator', 'people', 'exception'], { error: 'Select who was notified' }),
    /** Omitted for an exception. */
    on: calendarDate.optional(),
    /** The regulator’s reference; how people were notified; or the exception that applies. */
    text: requiredText('Enter the reference, the method or the exception', { max: 1000, multiline: true }),
  }),
  response: privacyBreach,
  status: 200,
});

export const closeBreach = endpoint({
  id: 'privacyBreaches.close',
  method: 'POST',
  path: '/privacy-breaches/:id/closure',
  summary: 'Close a breach that every applicable law is satisfied with',
  caller: 'member',
  permission: 'privacy.manage',
  once: true,
  params: byId,
  body: z.object({
    ...version,
    lessons: requiredText('Enter what was learned and changed', { max: 2000, multiline: true }),
  }),
  response: privacyBreach,
  status: 200,
});
