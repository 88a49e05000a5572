import type { EndpointResponse } from '#contract/endpoint.ts';
import { prepareAssessment as prepareEndpoint } from '#contract/risk/assessments.ts';
import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import { carryOver } from '#rules/risk/carry-over.ts';
import { keysToConfirm, withoutConfirmations } from '#rules/risk/confirmation.ts';
import { knownAnswers, prefilledValue } from '#rules/risk/prefill.ts';
import { prefillSource } from '#rules/risk/prefill-sources.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { getQuestions, type TemplateContent } from '#rules/risk/template.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { toTemplateContentDto } from '../../records/risk-templates/content.ts';
import { toAnswerDtos } from './dto.ts';
import { offeredDocuments, withEvidenceAmong } from './evidence.ts';
import type { AssessedResource } from './resource-store.ts';
import { type AssessmentsDeps, readResource } from './service.ts';
import { findOpenDraft, listOfferedTemplates, readCurrentRow, readPublishedVersion } from './store.ts';

const query = queriesFor<AssessmentsDeps>();

type Prepared = EndpointResponse<typeof prepareEndpoint>;

const listQuestions = (content: TemplateContent) => getQuestions(content).map(({ question }) => question);

/** Answers prefilled from the record, each with its source. */
function prefilledFrom(content: TemplateContent, { facts }: AssessedResource): Prepared['prefilled'] {
  const questions = listQuestions(content);
  const locked = new Set(knownAnswers(questions, facts).map(({ key }) => key));
  return questions.flatMap((question) => {
    const value = prefilledValue(question, facts);
    const source = question.prefill ? prefillSource(question.prefill)?.label : undefined;
    if (value === undefined || source === undefined) return [];
    const { key } = question;
    return [{ key, value: value as Prepared['prefilled'][number]['value'], source, locked: locked.has(key) }];
  });
}

function wireLists({ home, ...lists }: CountryLists): Prepared['lists'] {
  const own = ({ asAt, countries }: { asAt: string; countries: readonly string[] }) => ({
    asAt,
    countries: [...countries],
  });
  return {
    callForAction: own(lists.callForAction),
    increasedMonitoring: own(lists.increasedMonitoring),
    firm: own(lists.firm),
    home: [...home],
  };
}

/**
 * GET /:resourceType/:resourceId/risk-assessments/new. Uses the default template unless another is requested; 404 for
 * an unavailable one. Carries over answers of the current assessment whose questions still exist.
 */
export const prepareAssessment = query(
  prepareEndpoint,
  async ({ trx, deps, caller: { company }, params: target, query: { templateId } }) => {
    const resource = await readResource(trx, target);
    const templates = await listOfferedTemplates(trx, target.resourceType);
    const chosenId = templateId ?? templates[0]?.id;
    if (templateId !== undefined && !templates.some(({ id }) => id === templateId)) {
      throw apiError('record.notFound', { detail: 'This template is not offered for new assessments.' });
    }
    const version = chosenId === undefined ? null : await readPublishedVersion(trx, chosenId);
    const lists = await readCountryLists(trx, company, deps.now());
    const current = await readCurrentRow(trx, target.resourceType, target.resourceId);
    const carried =
      version === null || current === null
        ? []
        : carryOver(current.answers, prepareTemplate(version.content, lists)).answers;
    const documents = await offeredDocuments(trx, target);
    return {
      resource: { id: resource.id, name: resource.name },
      templates,
      chosen: version && {
        templateId: version.template_id,
        templateVersionId: version.id,
        name: version.template_name,
        content: toTemplateContentDto(version.content),
      },
      prefilled: version === null ? [] : prefilledFrom(version.content, resource),
      carriedOver: toAnswerDtos(withEvidenceAmong(withoutConfirmations(carried), documents)),
      toConfirm:
        version === null ? [] : keysToConfirm(carried, listQuestions(version.content), resource.facts),
      documents,
      lists: wireLists(lists),
      openDraftId: await findOpenDraft(trx, target.resourceType, target.resourceId),
    };
  },
);
