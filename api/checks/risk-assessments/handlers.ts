import {
  compareAssessments,
  listAssessments,
  prepareAssessment,
  readAssessment,
  scoreAssessment,
} from '#contract/risk/assessments.ts';
import { readTemplateImpact } from '#contract/risk/risk-templates.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { compareAssessmentsFor } from './compare.ts';
import { decideAssessment } from './decisions.ts';
import { prepareAssessmentFor } from './new-assessment.ts';
import { createAssessment, getScoreAnswers, saveAssessment } from './save-assessment.ts';
import { type AssessmentsDeps, listAssessmentsFor, readAssessmentFor } from './service.ts';
import { readImpactFor } from './template-impact.ts';

const handler = handlersFor<AssessmentsDeps>();

/** Handlers of risk assessments of clients and activities, and of the impact of publishing a template's draft. */
export const assessmentHandlers = [
  handler(readTemplateImpact, (deps, { params }, caller) => readImpactFor(deps, caller, params.id)),
  handler(listAssessments, (deps, { params, query }, caller) =>
    listAssessmentsFor(deps, caller, params, query),
  ),
  handler(prepareAssessment, (deps, { params, query }, caller) =>
    prepareAssessmentFor(deps, caller, params, query.templateId),
  ),
  createAssessment,
  handler(readAssessment, (deps, { params }, caller) => readAssessmentFor(deps, caller, params)),
  saveAssessment,
  handler(scoreAssessment, (deps, { body }, caller) => getScoreAnswers(deps, caller, body)),
  decideAssessment,
  handler(compareAssessments, (deps, { params }, caller) => compareAssessmentsFor(deps, caller, params)),
] as const;
