import { data } from '@remix-run/node';
import {
  discardTemplateDraft,
  publishTemplate,
  saveTemplateDraft,
  template as templateSchema,
} from '#contract/risk/risk-templates.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { formActions, type PressedButton, screenForms } from '../../components/forms/form-actions.server.ts';
import { getRequestKey, textIn } from '../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import type { EditorContent } from './editor-content.ts';
import { type FieldProblems, getContent } from './editor-conversion.server.ts';
import { editorIn } from './editor-form-data.server.ts';
import { applyIntent } from './editor-operations.server.ts';

/** Result of an action that does not redirect. */
export interface EditResult {
  content?: EditorContent;
  problems: FieldProblems;
  openPath?: string;
  version?: number;
  /** Another user saved first: the saved version, which an overwrite must name. */
  stale?: { savedVersion: number; message: string };
  note?: string;
  /** What keeps the draft from being published. */
  blockers?: Blocker[];
}

const fieldsOfAQuestion =
  /^(sections\[\d+\]\.questions\[\d+\])(\.(text|help|weight|type|factor|prefill|options\[\d+\]\.(label|score|floor)|bands\[\d+\]\.(upTo|score)|condition\.rows\[\d+\]\.value))?/;

/** Errors by field of the editor: an error of a part without its own field goes to its question or section. */
export function toFieldErrors(problems: readonly { path: string; message: string }[]): FieldProblems {
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

const getId = ({ params }: MemberArgs) => params.id ?? '';

/** Handles a button that changes the form without saving it. */
function changeEditor(_args: MemberArgs, form: FormData, { intent, target }: PressedButton) {
  const content = editorIn(form);
  const openPath = applyIntent(content, target === '' ? intent : `${intent}:${target}`);
  return data<EditResult>({ content, problems: {}, openPath, version: Number(textIn(form, 'version')) });
}

/** Saves the form as the draft. */
async function saveDraft(args: MemberArgs, form: FormData) {
  const { api, url } = args;
  const content = editorIn(form);
  const version = Number(textIn(form, 'version'));
  const overwrites = textIn(form, 'overwriteVersion');
  const { content: typedContent, problems } = getContent(content);
  if (Object.keys(problems).length > 0)
    return data<EditResult>({ content, problems, version }, { status: 422 });
  const body = saveTemplateDraft.body.safeParse({
    version: overwrites || version,
    name: content.name,
    content: typedContent,
  });
  if (!body.success) {
    const found = body.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return data<EditResult>({ content, problems: toFieldErrors(found), version }, { status: 422 });
  }
  const sent = await api.submit(saveTemplateDraft, {
    params: { id: getId(args) },
    body: body.data,
    requestKey: getRequestKey(form),
  });
  if (sent.ok) return redirectWithFlash(url.pathname, { kind: 'success', text: 'Draft saved.' });
  const { problem } = sent;
  const current = templateSchema.safeParse(problem.current);
  const message = problem.detail ?? `${problem.title}.`;
  const fieldProblems = flatten(problem.fields);
  const answer: EditResult =
    problem.code === 'record.versionConflict' && current.success
      ? { content, problems: {}, version, stale: { savedVersion: current.data.version, message } }
      : {
          content,
          problems: fieldProblems.length > 0 ? toFieldErrors(fieldProblems) : { '': [message] },
          version,
        };
  return data<EditResult>(answer, { status: problem.status });
}

/** Publishes the draft whose impact was previewed. */
const publishDraft = screenForms<MemberArgs>()({
  page: ({ url }) => url.pathname,
  rejected: ({ form, result: answer, status }) => {
    const problems: FieldProblems = {};
    for (const [field, messages] of Object.entries(answer.reply.error ?? {})) {
      if (messages) problems[field] = messages;
    }
    return data<EditResult>(
      {
        problems,
        note: textIn(form, 'changeNote'),
        ...(answer.blockers ? { blockers: answer.blockers } : {}),
      },
      { status },
    );
  },
})({
  endpoint: publishTemplate,
  params: (args) => ({ id: getId(args) }),
  accepted: 'New version published.',
});

/** Discards the draft. */
const discardDraft = screenForms<MemberArgs>()({
  page: () => '/templates',
  rejected: ({ problem, status }) =>
    data<EditResult>({ problems: { '': [problem?.detail ?? `${problem?.title}.`] } }, { status }),
})({
  endpoint: discardTemplateDraft,
  params: (args) => ({ id: getId(args) }),
  body: ['version'],
  accepted: 'Draft discarded.',
});

/** Actions of the editor and of the draft. */
export const editorActions = formActions(
  {
    'add section': changeEditor,
    'add question:': changeEditor,
    'add option:': changeEditor,
    'add band:': changeEditor,
    'add row:': changeEditor,
    'remove:': changeEditor,
    'move:': changeEditor,
    'up:': changeEditor,
    'down:': changeEditor,
    'copy:': changeEditor,
    'fit:': changeEditor,
    'compare:': changeEditor,
    refresh: changeEditor,
    'drop condition:': changeEditor,
    save: saveDraft,
    publish: publishDraft,
    discard: discardDraft,
  },
  { overwrites: 'save' },
);
