import { data } from '@remix-run/node';
import type { Problem } from '#contract/errors.ts';
import {
  type Assessment,
  assessment as assessmentSchema,
  decideAssessment,
  prepareAssessment,
  readAssessment,
  saveAssessment,
} from '#contract/risk/assessments.ts';
import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import { formatAnswer } from '#rules/risk/answers.ts';
import { getQuestions } from '#rules/risk/template.ts';
import { formActions, type PressedButton } from '../../components/forms/form-actions.server.ts';
import { toFormResult } from '../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm, textIn } from '../../components/forms/parse-form.server.ts';
import type { VersionRow } from '../../components/forms/version-conflict.tsx';
import {
  parsePostedAnswers,
  type SentAnswer,
  withErrors,
  withProblem,
} from '../../components/risk/assessment-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';
import type { Decision } from './decision-form.tsx';
import { assessmentHref, getResourceType } from './resource.server.ts';

/** The answers of a draft as entered by this person and as saved first by another. */
export interface StaleAnswers {
  rows: VersionRow[];
  savedVersion: number;
}

const doneMessages: Record<Decision, string> = {
  approve: 'Assessment approved.',
  return: 'Assessment returned.',
  void: 'Assessment voided.',
  override: 'Risk level overridden.',
  liftOverride: 'Override removed.',
};

interface Posted {
  api: MainApi;
  form: FormData;
  assessment: Assessment;
  href: string;
}

/** A decision: approve, return, void, override or lift. */
async function decide({ api, form, assessment, href }: Posted) {
  const submission = parseForm(form, decideAssessment.body);
  if (submission.status !== 'success') {
    return data({ decisionReply: submission.reply() }, { status: 422 });
  }
  const sent = await api.submit(decideAssessment, {
    params: { id: assessment.id },
    body: submission.value,
    requestKey: getRequestKey(form),
  });
  if (sent.ok) {
    return redirectWithFlash(href, { kind: 'success', text: doneMessages[submission.value.decision] });
  }
  const { reply, blockers } = toFormResult(submission, sent.problem);
  return data({ decisionReply: reply, blockers }, { status: sent.problem.status });
}

/** Reopens a returned assessment as a draft with its answers. */
async function resumeDraft({ api, form, assessment, href }: Posted) {
  const sent = await api.submit(saveAssessment, {
    params: { id: assessment.id },
    body: { version: Number(textIn(form, 'version')), answers: assessment.answers, submit: false },
    requestKey: getRequestKey(form),
  });
  if (sent.ok) return redirectWithFlash(href, { kind: 'success', text: 'Assessment reopened as a draft.' });
  return data({ sentence: sent.problem.detail ?? `${sent.problem.title}.` }, { status: sent.problem.status });
}

/** Saves or submits a draft's answers; on an error the form preserves the input. */
async function saveDraft(
  { api, form, assessment, href }: Posted,
  { lists, submit }: { lists: CountryLists; submit: boolean },
) {
  const { answers, state } = parsePostedAnswers(form, assessment.templateVersion.content, lists);
  // "Overwrite with my version" names the version that is knowingly replaced.
  const version = Number(textIn(form, 'overwriteVersion') || textIn(form, 'version'));
  const sent = await api.submit(saveAssessment, {
    params: { id: assessment.id },
    body: { version, answers, submit },
    requestKey: getRequestKey(form),
  });
  if (sent.ok) {
    const text = submit ? 'Assessment submitted for approval.' : 'Draft saved.';
    return redirectWithFlash(href, { kind: 'success', text });
  }
  const stale = staleAnswers(sent.problem, answers);
  const rejected = stale ? { ...state, stale } : withProblem(state, sent.problem);
  // The version that was opened stays in the form: the loader has a newer one by now.
  const opened = Number(textIn(form, 'version'));
  return data({ form: { ...rejected, version: opened } }, { status: sent.problem.status });
}

function staleAnswers(problem: Problem, mine: readonly SentAnswer[]): StaleAnswers | undefined {
  if (problem.code !== 'record.versionConflict') return undefined;
  const current = assessmentSchema.safeParse(problem.current);
  if (!current.success) return undefined;
  const { answers, templateVersion, version } = current.data;
  const valueIn = (all: readonly Pick<SentAnswer, 'key' | 'value'>[], key: string) =>
    all.find((answer) => answer.key === key)?.value ?? null;
  const rows = getQuestions(templateVersion.content).map(({ question }) => ({
    label: question.text,
    mine: formatAnswer(question, valueIn(mine, question.key)),
    kept: formatAnswer(question, valueIn(answers, question.key)),
  }));
  return { rows, savedVersion: version };
}

/** The assessment that a URL names. */
export const readViewState = (
  api: MainApi,
  params: { resourceId?: string; riskAssessmentId?: string },
  resourceType: Assessment['resourceType'],
) =>
  api.call(readAssessment, {
    params: { resourceType, resourceId: params.resourceId ?? '', id: params.riskAssessmentId ?? '' },
  });

/** The current country lists, which a draft is scored with. */
export async function listsNow(api: MainApi, { resourceType, resource }: Assessment): Promise<CountryLists> {
  const prepared = await api.call(prepareAssessment, {
    params: { resourceType, resourceId: resource.id },
    query: {},
  });
  return prepared.lists;
}

interface ActionArgs extends MemberArgs {
  /** Messages about files that were not stored, by field. */
  fileErrors: Record<string, string[]>;
}

/** Loads the records that a posted form concerns. */
async function readPosted({ api, params, url }: ActionArgs, form: FormData) {
  const resourceType = getResourceType(url);
  const assessment = await readViewState(api, params, resourceType);
  return { api, form, assessment, href: assessmentHref(resourceType, assessment.resource.id, assessment.id) };
}

/** The form again with its score; only its files are stored. */
async function recalculate(args: ActionArgs, form: FormData, status = 200) {
  const { assessment } = await readPosted(args, form);
  const lists = await listsNow(args.api, assessment);
  const { state } = parsePostedAnswers(form, assessment.templateVersion.content, lists);
  const formState = { ...withErrors(state, args.fileErrors), version: Number(textIn(form, 'version')) };
  return data({ form: formState }, { status });
}

async function save(args: ActionArgs, form: FormData, { intent }: PressedButton) {
  if (Object.keys(args.fileErrors).length > 0) return recalculate(args, form, 422);
  const posted = await readPosted(args, form);
  const lists = await listsNow(args.api, posted.assessment);
  return saveDraft(posted, { lists, submit: intent === 'submit' });
}

/** The forms of an assessment's page. */
export const handleForm = formActions(
  {
    decide: async (args: ActionArgs, form: FormData) => decide(await readPosted(args, form)),
    reopen: async (args: ActionArgs, form: FormData) => resumeDraft(await readPosted(args, form)),
    recalculate: (args: ActionArgs, form: FormData) => recalculate(args, form),
    addFiles: (args: ActionArgs, form: FormData) => recalculate(args, form),
    save,
    submit: save,
  },
  { overwrites: 'save' },
);
