import { data } from '@remix-run/node';
import {
  type Assessment,
  assessment as assessmentSchema,
  decideAssessment,
  readAssessment,
  saveAssessment,
} from '#contract/assessments.ts';
import type { Problem } from '#contract/errors.ts';
import { answerText } from '#rules/risk/answers.ts';
import type { CountryLists } from '#rules/risk/country-lists.ts';
import { questionsOf } from '#rules/risk/template.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem } from '../../components/forms/reply.server.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import { postedAnswers, type SentAnswer, withProblem } from '../../components/risk/assessment-form.server.ts';
import { textIn } from '../../components/risk/flat-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import type { Decision } from './decision-form.tsx';

/** The answers of a draft as this person typed them and as somebody else saved them first. */
export interface StaleAnswers {
  rows: VersionRow[];
  keptVersion: number;
}

const doneTexts: Record<Decision, string> = {
  approve: 'The assessment is approved.',
  return: 'The assessment is returned.',
  void: 'The assessment is void.',
  override: 'The level is overridden.',
  liftOverride: 'The override is lifted.',
};

interface Posted {
  api: MainApi;
  form: FormData;
  assessment: Assessment;
  href: string;
}

/** A decision: approve, return, void, override or lift. */
export async function decide({ api, form, assessment, href }: Posted) {
  const submission = parseForm(form, decideAssessment.body);
  if (submission.status !== 'success') {
    return data({ decisionReply: submission.reply() }, { status: 422 });
  }
  const sent = await api.submit(decideAssessment, {
    params: { id: assessment.id },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) {
    return redirectWithFlash(href, { kind: 'success', text: doneTexts[submission.value.decision] });
  }
  const { reply } = answerProblem(submission, sent.problem);
  return data({ decisionReply: reply }, { status: sent.problem.status });
}

/** A returned assessment becomes a draft again, with the answers that it has. */
export async function takeUpAgain({ api, form, assessment, href }: Posted) {
  const sent = await api.submit(saveAssessment, {
    params: { id: assessment.id },
    body: { version: Number(textIn(form, 'version')), answers: assessment.answers, submit: false },
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return redirectWithFlash(href, { kind: 'success', text: 'The assessment is a draft again.' });
  return data({ sentence: sent.problem.detail ?? `${sent.problem.title}.` }, { status: sent.problem.status });
}

/** Saves or submits a draft's answers; what was typed stays in the form when it does not go ahead. */
export async function saveDraft(
  { api, form, assessment, href }: Posted,
  { lists, submit }: { lists: CountryLists; submit: boolean },
) {
  const { answers, state } = postedAnswers(form, assessment.templateVersion.content, lists);
  // "Save mine over it" names the version that is knowingly replaced.
  const version = Number(textIn(form, 'overwriteVersion') || textIn(form, 'version'));
  const sent = await api.submit(saveAssessment, {
    params: { id: assessment.id },
    body: { version, answers, submit },
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) {
    const text = submit ? 'The assessment waits for approval.' : 'The draft is saved.';
    return redirectWithFlash(href, { kind: 'success', text });
  }
  const stale = staleAnswers(sent.problem, answers);
  const refused = stale ? { ...state, stale } : withProblem(state, sent.problem);
  // The version that was opened stays in the form: the loader has a newer one by now.
  const opened = Number(textIn(form, 'version'));
  return data({ form: { ...refused, version: opened } }, { status: sent.problem.status });
}

function staleAnswers(problem: Problem, mine: readonly SentAnswer[]): StaleAnswers | undefined {
  if (problem.code !== 'record.stale') return undefined;
  const kept = assessmentSchema.safeParse(problem.current);
  if (!kept.success) return undefined;
  const { answers, templateVersion, version } = kept.data;
  const valueIn = (all: readonly Pick<SentAnswer, 'key' | 'value'>[], key: string) =>
    all.find((answer) => answer.key === key)?.value ?? null;
  const rows = questionsOf(templateVersion.content).map(({ question }) => ({
    label: question.text,
    mine: answerText(question, valueIn(mine, question.key)),
    kept: answerText(question, valueIn(answers, question.key)),
  }));
  return { rows, keptVersion: version };
}

/** The assessment that a URL names. */
export const readShown = (
  api: MainApi,
  params: { resourceId?: string; riskAssessmentId?: string },
  resourceType: Assessment['resourceType'],
) =>
  api.call(readAssessment, {
    params: { resourceType, resourceId: params.resourceId ?? '', id: params.riskAssessmentId ?? '' },
  });
