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
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { type Answer, formatAnswer } from '#rules/risk/answers.ts';
import { getQuestions, type Question } from '#rules/risk/template.ts';
import { formActions, type PressedButton } from '../../components/forms/form-actions.server.ts';
import { toFormResult } from '../../components/forms/form-result.server.ts';
import { applyVersionChoices, mergeForm } from '../../components/forms/merge-form.server.ts';
import type { Merged, MergedRow } from '../../components/forms/merged-versions.tsx';
import { getRequestKey, parseForm, textIn } from '../../components/forms/parse-form.server.ts';
import { openedField } from '../../components/forms/three-way-merge.ts';
import {
  type EnteredAnswers,
  enteredFrom,
  getAnswers,
  toAnswerEntries,
} from '../../components/risk/answer-values.ts';
import { parsePostedAnswers, withErrors, withProblem } from '../../components/risk/assessment-form.server.ts';
import type { FormState } from '../../components/risk/assessment-form.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import type { Decision } from './decision-form.tsx';
import { assessmentHref, getResourceType } from './resource.server.ts';

const doneMessages: Record<Decision, string> = {
  approve: 'Assessment approved.',
  return: 'Assessment returned.',
  void: 'Assessment voided.',
  override: 'Risk level overridden.',
  liftOverride: 'Override removed.',
};

/** The form of a draft that was not saved. */
export interface DraftForm extends FormState {
  version: number;
  /** What it was opened with. */
  opened: string;
  /** Someone else saved first: both versions, merged. */
  stale?: Merged;
}

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

/** The form with what it was opened with. */
const withOpened = (form: FormData, state: FormState): DraftForm => ({
  ...state,
  // The version that was opened stays in the form: the loader has a newer one by now.
  version: Number(textIn(form, 'version')),
  opened: textIn(form, openedField),
});

/** Saves or submits a draft's answers; on an error the form preserves the input. */
async function saveDraft(
  { api, form, assessment, href }: Posted,
  { lists, submit }: { lists: CountryLists; submit: boolean },
) {
  applyVersionChoices(form);
  const { answers, state } = parsePostedAnswers(form, assessment.templateVersion.content, lists);
  const sent = await api.submit(saveAssessment, {
    params: { id: assessment.id },
    body: { version: Number(textIn(form, 'version')), answers, submit },
    requestKey: getRequestKey(form),
  });
  if (sent.ok) {
    const text = submit ? 'Assessment submitted for approval.' : 'Draft saved.';
    return redirectWithFlash(href, { kind: 'success', text });
  }
  const { status } = sent.problem;
  const saved = savedFirst(sent.problem);
  if (saved === null) return data({ form: withOpened(form, withProblem(state, sent.problem)) }, { status });
  const rows = versionRows(state.entered, saved);
  return saved.status === 'draft'
    ? data({ form: mergeVersions(form, saved, { rows, lists }) }, { status })
    : data(notSaved(saved, rows), { status });
}

/** The assessment as someone else saved it first; null if that is not the problem. */
function savedFirst({ code, current }: Problem): Assessment | null {
  const saved = assessmentSchema.safeParse(current);
  return code === 'record.versionConflict' && saved.success ? saved.data : null;
}

/** Why the answers were not saved to what is no draft any more, and what they were. */
const notSaved = ({ status }: Assessment, rows: readonly MergedRow[]) => ({
  sentence: `Someone else changed this assessment. It is now: ${assessmentLifecycle.labels[status].toLowerCase()}. Your answers were not saved.`,
  unsaved: rows.filter(({ mine, kept }) => mine !== kept),
});

/** Their changes and mine in one form, and what each changed. */
function mergeVersions(
  form: FormData,
  { answers, templateVersion, version }: Assessment,
  { rows, lists }: { rows: readonly MergedRow[]; lists: CountryLists },
): DraftForm {
  const entries = toAnswerEntries(enteredFrom(templateVersion.content, answers));
  const both = mergeForm(form, { entries, version }, rows);
  const { state } = parsePostedAnswers(both.form, templateVersion.content, lists);
  return { ...withOpened(both.form, state), stale: both.merged };
}

/** All fields of a draft that can be entered, in both versions. */
function versionRows(mine: EnteredAnswers, saved: Assessment): MergedRow[] {
  const { content } = saved.templateVersion;
  const fileName = (id: string) => saved.documents.find((document) => document.id === id)?.fileName ?? id;
  const format = (all: readonly Answer[], question: Question) => {
    const answer = all.find(({ key }) => key === question.key);
    return {
      answer: `${formatAnswer(question, answer?.value ?? null)}${answer?.confirmed ? ' (confirmed)' : ''}`,
      comment: answer?.comment ?? '',
      evidence: (answer?.documentIds ?? []).map(fileName).join('\n'),
    };
  };
  const entered = getAnswers(content, mine);
  return getQuestions(content).flatMap(({ question }) => {
    const { key, text } = question;
    if (saved.known.some((derived) => derived.key === key)) return [];
    const [here, there] = [format(entered, question), format(saved.answers, question)];
    const row = (label: string, part: keyof typeof here, ...names: string[]) => ({
      label,
      mine: here[part],
      kept: there[part],
      names,
    });
    return [
      row(text, 'answer', `answers.${key}`, `confirmed.${key}`),
      row(`Comment on ${text}`, 'comment', `comments.${key}`),
      row(`Documents: ${text}`, 'evidence', `documents.${key}`),
    ];
  });
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
  return data({ form: withOpened(form, withErrors(state, args.fileErrors)) }, { status });
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
