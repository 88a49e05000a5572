import {
  compareAssessments,
  createAssessment,
  decideAssessment,
  listAssessments,
  prepareAssessment,
  readAssessment,
  saveAssessment,
  scoreAssessment,
} from '#contract/assessments.ts';
import { type Binding, bind } from '../http/bind.ts';
import { compareAssessmentsOf } from './compare.ts';
import { decideAssessmentOf } from './decisions.ts';
import { prepareAssessmentOf } from './prepare.ts';
import { type AssessmentsDeps, listAssessmentsOf, readAssessmentOf } from './service.ts';
import { createAssessmentOf, saveAssessmentOf, scoreAnswersOf } from './writing.ts';

/** Risk assessments of clients and activities. */
export function assessmentsRoutes(deps: AssessmentsDeps): Binding[] {
  return [
    bind(listAssessments, ({ params, query }, caller) => listAssessmentsOf(deps, caller, params, query)),
    bind(prepareAssessment, ({ params, query }, caller) =>
      prepareAssessmentOf(deps, caller, params, query.templateId),
    ),
    bind(createAssessment, ({ params, body }, caller) => createAssessmentOf(deps, caller, params, body)),
    bind(readAssessment, ({ params }, caller) => readAssessmentOf(deps, caller, params)),
    bind(saveAssessment, ({ params, body }, caller) => saveAssessmentOf(deps, caller, params.id, body)),
    bind(scoreAssessment, ({ body }, caller) => scoreAnswersOf(deps, caller, body)),
    bind(decideAssessment, ({ params, body }, caller) => decideAssessmentOf(deps, caller, params.id, body)),
    bind(compareAssessments, ({ params }, caller) => compareAssessmentsOf(deps, caller, params)),
  ];
}
