import { decideAssessment } from '#api/checks/risk-assessments/decisions.ts';
import { prepareAssessment } from '#api/checks/risk-assessments/new-assessment.ts';
import { createAssessment as createAssessmentCommand } from '#api/checks/risk-assessments/save-assessment.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { type createAssessment, prepareAssessment as prepareEndpoint } from '#contract/risk/assessments.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { addDemoFile, getPdf } from '../demo-documents.ts';
import { plainAnswers } from './answers.ts';
import { days, getDay, type Journey, onDay, servicesOn } from './journey.ts';

/** Uploads the document that the template requires as evidence, if any. */
async function evidenceFor(journey: Journey): Promise<string[]> {
  const { relationship, services, staff, clientId, name } = journey;
  if (services === undefined || (relationship.risk !== 'cash' && relationship.risk !== 'foreignPep'))
    return [];
  const demo = onDay(journey, days.found);
  const lines = ['Sale and purchase agreement', `Vendor: ${name}`, 'An example of the demonstration.'];
  const file = { type: 'sourceOfFunds', fileName: 'sale-and-purchase.pdf', expiresOn: undefined } as const;
  return [await addDemoFile(demo, services.files, { ...file, staff, clientId, bytes: getPdf(lines) })];
}

/**
 * Assesses the client’s risk with the applicable template.
 *
 * @param until `draft`: half of the answers; `submitted`: all of them; `approved`: with the officer’s approval.
 */
export async function assess(journey: Journey, until: 'draft' | 'submitted' | 'approved'): Promise<void> {
  const { relationship, staff, officer, clientId } = journey;
  const target = { resourceType: 'clients', resourceId: clientId } as const;
  const documentIds = await evidenceFor(journey);
  journey.version = undefined;
  const risk = servicesOn(onDay(journey, days.assessed));
  const prepared = await prepareAssessment.run(risk, staff, { params: target, query: {} });
  const { chosen, prefilled, lists } = prepareEndpoint.response.parse(prepared);
  if (chosen === null) return;
  const { content, templateVersionId } = chosen;
  const score = prepareTemplate(content, lists);
  const prefilledAnswers = prefilled.map(({ key, value }) => ({ key, value, documentIds: [] }));
  const answers = plainAnswers({ content, score, given: prefilledAnswers }, relationship, documentIds);
  const savedAnswers = until === 'draft' ? answers.slice(0, answers.length / 2) : answers;
  const made = await createAssessmentCommand.run(risk, staff, {
    params: target,
    body: {
      templateVersionId,
      answers: savedAnswers as EndpointInput<typeof createAssessment & Endpoint>['body']['answers'],
      submit: until !== 'draft',
    },
  });
  if (until !== 'approved') return;
  const approving = onDay(journey, days.approved);
  const later = servicesOn(approving);
  let { version } = made;
  if (relationship.risk === 'raisedToMedium' || relationship.risk === 'raisedToHigh') {
    ({ version } = await decideAssessment.run(later, officer, {
      params: { id: made.id },
      body: {
        decision: 'override',
        version,
        level: relationship.risk === 'raisedToHigh' ? 'high' : 'medium',
        reasonCode: 'riskNotCovered',
        reason: 'The family’s business is in a trade that the questions do not ask about; watched for a year',
        expiresOn: addMonths(getDay(approving, officer), 12),
      },
    }));
  }
  await decideAssessment.run(later, officer, {
    params: { id: made.id },
    body: {
      decision: 'approve',
      version,
      reviewReason: undefined,
    },
  });
}
