import { handlersIn } from '../../kernel/command/handler.ts';
import * as compare from './compare.ts';
import * as decisions from './decisions.ts';
import * as newAssessment from './new-assessment.ts';
import * as saveAssessment from './save-assessment.ts';
import * as service from './service.ts';
import * as templateImpact from './template-impact.ts';

/** Handlers of risk assessments of clients and activities, and of the impact of publishing a template's draft. */
export const assessmentHandlers = handlersIn(
  templateImpact,
  service,
  newAssessment,
  saveAssessment,
  decisions,
  compare,
);
