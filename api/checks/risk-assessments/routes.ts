import {
  compareAssessments,
  listAssessments,
  prepareAssessment,
  readAssessment,
  scoreAssessment,
} from '#contract/risk/assessments.ts';
import { readTemplateImpact } from '#contract/risk/risk-templates.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { compareAssessmentsFor } from './compare.ts';
import { decideAssessment } from './decisions.ts';
import { prepareAssessmentFor } from './new-assessment.ts';
import { createAssessment, getScoreAnswers, saveAssessment } from './save-assessment.ts';
import { type AssessmentsDeps, listAssessmentsFor, readAssessmentFor } from './service.ts';
import { readImpactFor } from './template-impact.ts';

/** Handlers of risk assessments of clients and activities, and of the impact of publishing a template's draft. */
export function assessmentsRoutes(deps: AssessmentsDeps): Binding[] {
  return [
    bind(readTemplateImpact, ({ params }, caller) => readImpactFor(deps, caller, params.id)),
    bind(listAssessments, ({ params, query }, caller) => listAssessmentsFor(deps, caller, params, query)),
    bind(prepareAssessment, ({ params, query }, caller) =>
      prepareAssessmentFor(deps, caller, params, query.templateId),
    ),
    createAssessment.bind(deps),
    bind(readAssessment, ({ params }, caller) => readAssessmentFor(deps, caller, params)),
    saveAssessment.bind(deps),
    bind(scoreAssessment, ({ body }, caller) => getScoreAnswers(deps, caller, body)),
    decideAssessment.bind(deps),
    bind(compareAssessments, ({ params }, caller) => compareAssessmentsFor(deps, caller, params)),
  ];
}
