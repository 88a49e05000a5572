import { data } from '@remix-run/node';
import type { z } from 'zod';
import {
  archiveWorklist,
  createWorklist,
  listWorklists,
  setDefaultWorklist,
  updateWorklist,
  type Worklist,
  worklistInput,
  worklist as worklistShape,
} from '#contract/worklists.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import {
  birthDateMatchingLabels,
  monitoringCheckLabels,
  worklistFrequencyLabels,
} from '#rules/monitoring/worklist-settings.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import { countText } from '../../components/table.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';

const here = '/settings?view=worklists';

const textOrBlank = (value: number | null) => (value === null ? '' : String(value));

function valuesOf(worklist: Worklist) {
  return {
    name: worklist.name,
    checks: worklist.checks,
    threshold: String(worklist.threshold),
    frequency: worklist.frequency,
    dayOfWeek: textOrBlank(worklist.dayOfWeek),
    dayOfMonth: textOrBlank(worklist.dayOfMonth),
    month: textOrBlank(worklist.month),
    dobMatching: worklist.dobMatching,
  };
}

const newValues = {
  name: '',
  checks: ['sanctions', 'pep', 'adverseMedia', 'idExpiry', 'registry'],
  threshold: '70',
  frequency: 'daily',
  dayOfWeek: '',
  dayOfMonth: '',
  month: '',
  dobMatching: 'sameYear',
};

/** What stands in the worklists view: all of them, and the form of the one that the URL names. */
export async function loadWorklistSettings({ api, url }: MemberArgs) {
  const { items } = await api.call(listWorklists, { query: {} });
  const asked = url.searchParams.get('worklist');
  const edited = items.find(({ id }) => String(id) === asked);
  return {
    rows: items.map((worklist) => ({
      id: worklist.id,
      version: worklist.version,
      name: worklist.name,
      isDefault: worklist.isDefault,
      checks: worklist.checks.map((check) => monitoringCheckLabels[check]).join(', '),
      frequency: worklistFrequencyLabels[worklist.frequency],
      threshold: worklist.threshold,
      dob: birthDateMatchingLabels[worklist.dobMatching],
      enrolled: countText(worklist.enrolled),
      isEmpty: worklist.enrolled.count === 0,
      next: worklist.nextRunOn && formatDate(worklist.nextRunOn),
    })),
    edited: edited ? { id: edited.id, version: edited.version, values: valuesOf(edited) } : null,
    isNew: asked === 'new' || items.length === 0,
    newValues,
    requestKey: newRequestKey(),
  };
}

/** What a form of the view gets back when nothing was saved. */
export interface WorklistAnswer extends FormAnswer {
  /** `form`, or the intent of one of the list's buttons. */
  form: string;
  /** Somebody else saved first: what is kept now, and the version that a further save replaces. */
  kept?: { name: string; version: number };
}

type Input = z.input<typeof worklistInput>;

/** Creates, changes, archives worklists, or makes one the default. */
export async function answerWorklistSettings({ api, request }: MemberArgs) {
  const form = await readForm(request);
  const requestKey = requestKeyOf(form);
  const intent = String(form.get('intent') ?? 'save');
  const params = { id: String(form.get('worklistId') ?? '') };
  const overwritten = form.get('overwriteVersion');
  const version = Number(overwritten ?? form.get('version') ?? 0);
  if (intent === 'archive' || intent === 'default') {
    const endpoint = intent === 'archive' ? archiveWorklist : setDefaultWorklist;
    const sent = await api.submit(endpoint, { params, body: { version }, requestKey });
    if (sent.ok) {
      const text =
        intent === 'archive'
          ? `${sent.value.name} is archived.`
          : `New clients are enrolled in ${sent.value.name} from now on.`;
      return redirectWithFlash(here, { kind: 'success', text });
    }
    const { status, fields = {}, detail, title } = sent.problem;
    const sentences = Object.values(fields).flat();
    const error = { '': sentences.length > 0 ? sentences : [detail ?? `${title}.`] };
    return data<WorklistAnswer>({ form: intent, reply: { error } }, { status });
  }
  const submission = parseForm(form, worklistInput);
  if (submission.status !== 'success') {
    return data<WorklistAnswer>({ form: 'form', reply: submission.reply() }, { status: 422 });
  }
  const body = submission.value as Input;
  const sent =
    params.id === ''
      ? await api.submit(createWorklist, { body, requestKey })
      : await api.submit(updateWorklist, { params, body: { ...body, version }, requestKey });
  if (sent.ok) {
    const text = params.id === '' ? `${sent.value.name} is made.` : `${sent.value.name} is saved.`;
    return redirectWithFlash(here, { kind: 'success', text });
  }
  const answer: WorklistAnswer = { form: 'form', ...answerProblem(submission, sent.problem) };
  const kept = worklistShape.safeParse(sent.problem.current);
  if (sent.problem.code === 'record.stale' && kept.success) {
    answer.kept = { name: kept.data.name, version: kept.data.version };
  }
  return data<WorklistAnswer>(answer, { status: sent.problem.status });
}
