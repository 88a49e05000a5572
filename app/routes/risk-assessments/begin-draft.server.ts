import { createAssessment, prepareAssessment } from '#contract/risk/assessments.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { assessmentHref } from './resource.server.ts';

/**
 * Starts a client's assessment: a draft with the answers of the current assessment and the record's current values. Continues an open one.
 * @param requestKey of the form, so that pressing twice starts one draft
 * @returns the URL of the draft, or of the page that states the reason if no template is published.
 */
export async function beginAssessmentDraft(
  { api }: MemberArgs,
  clientId: string,
  requestKey: string | undefined,
): Promise<string> {
  const about = { resourceType: 'clients', resourceId: clientId } as const;
  const { chosen, openDraftId, carriedOver, prefilled } = await api.call(prepareAssessment, {
    params: about,
    query: {},
  });
  if (openDraftId !== null) return assessmentHref('clients', clientId, openDraftId);
  if (chosen === null) return `/clients/${clientId}/risk_assessments/create`;
  // Derived answers are entered by the API itself.
  const own = prefilled.filter(({ locked }) => !locked);
  const answers = new Map(carriedOver.map((answer) => [answer.key, answer]));
  for (const { key, value } of own)
    answers.set(key, { documentIds: [], comment: undefined, ...answers.get(key), key, value });
  const draft = await api.call(createAssessment, {
    params: about,
    body: { templateVersionId: chosen.templateVersionId, answers: [...answers.values()], submit: false },
    ...(requestKey === undefined ? {} : { requestKey }),
  });
  return assessmentHref('clients', clientId, draft.id);
}
