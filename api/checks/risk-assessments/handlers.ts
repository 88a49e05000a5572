import { compareAssessments } from './compare.ts';
import { decideAssessment } from './decisions.ts';
import { prepareAssessment } from './new-assessment.ts';
import { createAssessment, saveAssessment, scoreAssessment } from './save-assessment.ts';
import { listAssessments, readAssessment } from './service.ts';
import { readTemplateImpact } from './template-impact.ts';

/** Handlers of risk assessments of clients and activities, and of the impact of publishing a template's draft. */
export const assessmentHandlers = [
  readTemplateImpact,
  listAssessments,
  prepareAssessment,
  createAssessment,
  readAssessment,
  saveAssessment,
  scoreAssessment,
  decideAssessment,
  compareAssessments,
] as const;
