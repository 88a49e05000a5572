import { data } from '@remix-run/node';
import {
  archiveWorklist,
  createWorklist,
  listWorklists,
  setDefaultWorklist,
  updateWorklist,
  type Worklist,
  worklist as worklistShape,
} from '#contract/monitoring/worklists.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import {
  birthDateMatchingLabels,
  monitoringCheckLabels,
  worklistFrequencyLabels,
} from '#rules/worklists/worklist-settings.ts';
import {
  formActions,
  onSubmit,
  type PressedButton,
  screenForms,
} from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import { applyOverwriteVersion, textIn } from '../../components/forms/parse-form.server.ts';
import { formatCount } from '../../components/table.tsx';
import type { MemberArgs } from '../../session/guard-args.server.ts';

const here = settingsUrl('worklists');

const textOrBlank = (value: number | null) => (value === null ? '' : String(value));

function getValues(worklist: Worklist) {
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

/** Data of the worklists view: all worklists, and the form of the one named in the URL. */
export async function loadWorklistSettings({ api, url }: MemberArgs) {
  const { items } = await api.call(listWorklists, { query: {} });
  const requestedId = url.searchParams.get('worklist');
  const edited = items.find(({ id }) => String(id) === requestedId);
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
      enrolled: formatCount(worklist.enrolled),
      isEmpty: worklist.enrolled.count === 0,
      next: worklist.nextRunOn && formatDate(worklist.nextRunOn),
    })),
    edited: edited ? { id: edited.id, version: edited.version, values: getValues(edited) } : null,
    isNew: requestedId === 'new' || items.length === 0,
    newValues,
    requestKey: newRequestKey(),
  };
}

/** Result of a rejected form of the view. */
export interface WorklistResult extends FormResult {
  /** `form`, or the intent of one of the list's buttons. */
  form: string;
  /** Someone else saved first: the saved worklist, and the version that saving again replaces. */
  kept?: { name: string; version: number };
}

const wholeFormError = ({ error }: FormResult['reply']) => ({
  error: { '': Object.values(error ?? {}).flatMap((messages) => messages ?? []) },
});

/** The list's buttons have no fields: errors are shown at the top of the list. */
const submitsButton = screenForms<MemberArgs>()({
  page: () => here,
  rejected: ({ intent, result, status }) =>
    data<WorklistResult>({ form: intent, reply: wholeFormError(result.reply) }, { status }),
});

const submitsForm = screenForms<MemberArgs>()({
  page: () => here,
  rejected: ({ result, status, problem }) => {
    const rejected: WorklistResult = { form: 'form', ...result };
    const current = worklistShape.safeParse(problem?.current);
    if (problem?.code === 'record.versionConflict' && current.success) {
      rejected.kept = { name: current.data.name, version: current.data.version };
    }
    return data<WorklistResult>(rejected, { status });
  },
});

const params = (_args: MemberArgs, form: FormData) => ({ id: textIn(form, 'worklistId') });

const createsWorklist = submitsForm({
  endpoint: createWorklist,
  accepted: ({ name }) => `${name} created.`,
});

const updatesWorklist = submitsForm({
  endpoint: updateWorklist,
  params,
  accepted: ({ name }) => `${name} saved.`,
});

/** Creates, updates or archives a worklist, or sets the default. */
export const handleWorklistAction = onSubmit(
  formActions(
    {
      save: (args: MemberArgs, form: FormData, pressed: PressedButton) => {
        applyOverwriteVersion(form);
        const saves = textIn(form, 'worklistId') === '' ? createsWorklist : updatesWorklist;
        return saves(args, form, pressed);
      },
      archive: submitsButton({
        endpoint: archiveWorklist,
        params,
        body: ['version'],
        accepted: ({ name }) => `${name} archived.`,
      }),
      default: submitsButton({
        endpoint: setDefaultWorklist,
        params,
        body: ['version'],
        accepted: ({ name }) => `${name} is now the default.`,
      }),
    },
    { overwrites: 'save' },
  ),
);
