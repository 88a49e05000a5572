import { createClient } from '#contract/clients/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import {
  type Assessment,
  createAssessment,
  decideAssessment,
  readAssessment,
} from '#contract/risk/assessments.ts';
import {
  createTemplate,
  publishTemplate,
  readTemplateImpact,
  saveTemplateDraft,
  type Template,
} from '#contract/risk/risk-templates.ts';
import type { Outcome, TestApi } from './api.ts';

export type SentContent = EndpointRequest<typeof saveTemplateDraft>['body']['content'];
export type SentAnswers = EndpointRequest<typeof createAssessment>['body']['answers'];
export type SentDecision = EndpointRequest<typeof decideAssessment>['body'];
type SentQuestion = SentContent['sections'][number]['questions'][number];
type As = { token: string };

/** A required question of weight 1 about the customer, single choice between `low` (0), `medium` (50) and `high` (100). */
export function sampleQuestion(key: string, more: Partial<SentQuestion> = {}): SentQuestion {
  return {
    key,
    factor: 'customer',
    text: `Question ${key}?`,
    type: 'single',
    required: true,
    weight: 1,
    multiAggregate: 'max',
    options: [
      { key: 'low', label: 'Low', score: 0 },
      { key: 'medium', label: 'Medium', score: 50 },
      { key: 'high', label: 'High', score: 100 },
    ],
    evidenceRequired: false,
    ...more,
  };
}

/** A publishable content: these questions in one section, or one question with the key `q`. */
export function sampleContent(
  questions: SentQuestion[] = [sampleQuestion('q')],
  more: Partial<SentContent> = {},
): SentContent {
  return {
    factorWeights: { customer: 1, service: 1, channel: 1, country: 1, transaction: 1, screening: 1 },
    thresholds: { medium: 35, high: 65 },
    sections: [{ key: 'all', title: 'All questions', questions }],
    ...more,
  };
}

/** Answers by question key, confirmed in case they are those of the current assessment. */
export function sampleAnswers(values: Record<string, SentAnswers[number]['value']>): SentAnswers {
  return Object.entries(values).map(([key, value]) => ({ key, value, confirmed: true }));
}

/** A template with a draft of this content. */
export async function draftTemplate(
  test: TestApi,
  as: As,
  {
    content = sampleContent(),
    name = 'Sample template',
    resourceType = 'clients' as 'clients' | 'activities',
  } = {},
): Promise<Template> {
  const made = await test.request(
    createTemplate,
    { body: { name, resourceType, from: { source: 'empty' } } },
    { as },
  );
  const { id, version } = made.response;
  const saved = await test.request(
    saveTemplateDraft,
    { params: { id }, body: { version, name, content } },
    { as },
  );
  return saved.response;
}

/** Publishes a template's draft after an impact preview. */
export async function publish(
  test: TestApi,
  as: As,
  { id, version }: { id: string; version: number },
  more: { makeDefault?: boolean } = {},
): Promise<Template> {
  const impact = await test.request(readTemplateImpact, { params: { id } }, { as });
  const body = { version, changeNote: 'As agreed', seenContentHash: impact.response.contentHash, ...more };
  return (await test.request(publishTemplate, { params: { id }, body }, { as })).response;
}

/** A template whose first version is published. */
export async function publishedTemplate(
  test: TestApi,
  as: As,
  more: Parameters<typeof draftTemplate>[2] & { makeDefault?: boolean } = {},
): Promise<Template> {
  return publish(test, as, await draftTemplate(test, as, more), more);
}

/** A client with nothing but a name. */
export async function sampleClient(
  test: TestApi,
  as: As,
  familyName = 'Exampleton',
): Promise<{ id: string }> {
  const body = {
    clientType: 'individual' as const,
    individual: { givenNames: 'Hinemoa', familyName, residenceCountry: 'NZL' },
    confirmations: ['likelyDuplicates' as const],
  };
  const made = await test.request(createClient, { body }, { as });
  return { id: made.response.id };
}

/** Creates a new assessment of a client. */
export function sendAssessment(
  test: TestApi,
  as: As,
  { clientId, template, submit = true }: { clientId: string; template: Template; submit?: boolean },
  answers: SentAnswers = sampleAnswers({ q: 'low' }),
): Promise<Outcome<typeof createAssessment>> {
  return test.request(
    createAssessment,
    {
      params: { resourceType: 'clients', resourceId: clientId },
      body: { templateVersionId: template.published?.id ?? template.shown.id, answers, submit },
    },
    { as },
  );
}

/** Sends a decision on an assessment. */
export function decide(
  test: TestApi,
  as: As,
  { id }: { id: string },
  body: SentDecision,
): Promise<Outcome<typeof decideAssessment>> {
  return test.request(decideAssessment, { params: { id }, body }, { as });
}

/** A client's assessment, submitted and approved: by the same user unless another is given. */
export async function approvedAssessment(
  test: TestApi,
  as: As,
  of: { clientId: string; template: Template },
  answers?: SentAnswers,
  approver: As = as,
): Promise<Assessment> {
  const { response: answer } = await sendAssessment(test, as, of, answers);
  return (await decide(test, approver, answer, { decision: 'approve', version: answer.version })).response;
}

/** A client's current assessment. */
export async function reloadRecord(test: TestApi, as: As, { id, resource }: Assessment): Promise<Assessment> {
  const params = { resourceType: 'clients' as const, resourceId: resource.id, id };
  return (await test.request(readAssessment, { params }, { as })).response;
}
