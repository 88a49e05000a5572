import { data } from '@remix-run/node';
import {
  discardTemplateDraft,
  publishTemplate,
  saveTemplateDraft,
  template as templateSchema,
} from '#contract/risk-templates.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem } from '../../components/forms/reply.server.ts';
import { textIn } from '../../components/risk/flat-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import type { EditorContent } from './editor-content.ts';
import { contentOf, type FieldProblems } from './editor-conversion.server.ts';
import { editorIn } from './editor-form-data.server.ts';
import { applyIntent } from './editor-operations.server.ts';

/** What the action answers when it leads nowhere else. */
export interface EditAnswer {
  content?: EditorContent;
  problems: FieldProblems;
  openPath?: string;
  version?: number;
  /** Somebody else saved first: the version that is kept, which saving over it names. */
  stale?: { keptVersion: number; sentence: string };
  note?: string;
}

const fieldsOfAQuestion =
  /^(sections\[\d+\]\.questions\[\d+\])(\.(text|help|weight|type|factor|prefill|options\[\d+\]\.(label|score|floor|key)|bands\[\d+\]\.(upTo|score)|condition\.rows\[\d+\]\.value))?/;

/** Sentences beside fields that the editor has: what is about a part without a field of its own goes to the question or section. */
export function besideFields(problems: readonly { path: string; message: string }[]): FieldProblems {
  const fields: FieldProblems = {};
  for (const { path, message } of problems) {
    const plain = path.replace(/^content\./, '').replace(/\.(\d+)(?=\.|$)/g, '[$1]');
    const inQuestion = fieldsOfAQuestion.exec(plain);
    const isCondition = inQuestion !== null && plain.includes('.showWhen');
    const inSection = /^sections\[\d+\](\.(title|help)$)?/.exec(plain)?.[0];
    const isSetting = /^(name$|factorWeights\.\w+$|thresholds\.|reviewMonths\.)/.test(plain);
    const question = inQuestion?.[0];
    const name = isCondition
      ? `${inQuestion?.[1]}.condition`
      : (question ?? inSection ?? (isSetting ? plain : ''));
    fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}

const flatten = (fields: Record<string, string[]> | undefined) =>
  Object.entries(fields ?? {}).flatMap(([path, messages]) => messages.map((message) => ({ path, message })));

interface Posted {
  api: MainApi;
  form: FormData;
  id: string;
  /** Where the editor is. */
  href: string;
}

/** A button that changes the form, or saves it as the draft. */
export async function editDraft({ api, form, id, href }: Posted) {
  const content = editorIn(form);
  const intent = textIn(form, 'intent');
  const version = Number(textIn(form, 'version'));
  const overwrites = textIn(form, 'overwriteVersion');
  if (intent !== 'save' && overwrites === '') {
    const openPath = applyIntent(content, intent);
    return data<EditAnswer>({ content, problems: {}, openPath, version });
  }
  const { content: asked, problems } = contentOf(content);
  if (Object.keys(problems).length > 0)
    return data<EditAnswer>({ content, problems, version }, { status: 422 });
  const body = saveTemplateDraft.body.safeParse({
    version: overwrites || version,
    name: content.name,
    content: asked,
  });
  if (!body.success) {
    const found = body.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return data<EditAnswer>({ content, problems: besideFields(found), version }, { status: 422 });
  }
  const sent = await api.submit(saveTemplateDraft, {
    params: { id },
    body: body.data,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return redirectWithFlash(href, { kind: 'success', text: 'The draft is saved.' });
  const { problem } = sent;
  const kept = templateSchema.safeParse(problem.current);
  const sentence = problem.detail ?? `${problem.title}.`;
  const refused = flatten(problem.fields);
  const answer: EditAnswer =
    problem.code === 'record.stale' && kept.success
      ? { content, problems: {}, version, stale: { keptVersion: kept.data.version, sentence } }
      : { content, problems: refused.length > 0 ? besideFields(refused) : { '': [sentence] }, version };
  return data<EditAnswer>(answer, { status: problem.status });
}

/** Publishes the draft whose impact was looked at. */
export async function publishDraft({ api, form, id, href }: Posted) {
  const submission = parseForm(form, publishTemplate.body);
  const note = textIn(form, 'changeNote');
  if (submission.status !== 'success') {
    const problems = submission.reply().error as FieldProblems;
    return data<EditAnswer>({ problems, note }, { status: 422 });
  }
  const sent = await api.submit(publishTemplate, {
    params: { id },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return redirectWithFlash(href, { kind: 'success', text: 'The new version is published.' });
  const { reply } = answerProblem(submission, sent.problem);
  return data<EditAnswer>(
    { problems: (reply.error ?? {}) as FieldProblems, note },
    { status: sent.problem.status },
  );
}

/** Throws the draft away. */
export async function discardDraft({ api, form, id }: Posted) {
  const sent = await api.submit(discardTemplateDraft, {
    params: { id },
    body: { version: Number(textIn(form, 'version')) },
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return redirectWithFlash('/templates', { kind: 'success', text: 'The draft is gone.' });
  const sentence = sent.problem.detail ?? `${sent.problem.title}.`;
  return data<EditAnswer>({ problems: { '': [sentence] } }, { status: sent.problem.status });
}
