import { data, redirect } from '@remix-run/node';
import {
  type ClientImport,
  chooseImportHeadings,
  chooseImportRows,
  continueClientImport,
  correctImportRows,
  discardClientImport,
  mapClientImport,
  maxImportColumns,
  startClientImport,
} from '#contract/clients/client-import.ts';
import type { Problem } from '#contract/errors.ts';
import { type DateQuestions, importDateFields } from '#rules/clients/client-import-dates.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { formActions, onSubmit, type PressedButton } from '../../../components/forms/form-actions.server.ts';
import { type FormLimits, getRequestKey, textIn } from '../../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { isWorking, rowsToCorrect } from './import.server.ts';
import { leftOut } from './left-out.ts';
import { handleUpload } from './upload.server.ts';

/** Time limit of one post that processes rows before it shows the progress. */
const maxMs = 5_000;

/** Answers about columns of dates, by their fields. */
type Answers = Record<string, string | undefined>;

/** Result of a step that was not completed. */
export interface ImportResult {
  intent: string;
  sentence: string;
  /** Sentences by place of a column. */
  columns?: Record<string, string>;
  /** Questions about the dates of a column, by its place. */
  dates?: Record<string, DateQuestions>;
  /** Whether nothing is wrong: the questions about the dates were not on the page that was posted. */
  isQuestion?: boolean;
  /** The mapping as it was posted, to show again. */
  kept?: { columns: string[]; dateOrders: Answers; dateNumberings: Answers };
  /** Corrected cells as they were typed, by the fields' names. */
  cells?: Record<string, string>;
}

function rejectedResult(intent: string, { fields = {}, detail, title, status }: Problem) {
  const message = Object.values(fields).flat()[0] ?? detail ?? `${title}.`;
  return data<ImportResult>({ intent, sentence: message }, { status });
}

/** Problems of a mapping at the columns that they are about, with the mapping as it was posted. */
function rejectedMapping(form: FormData, intent: string, problem: Problem) {
  const columns: Record<string, string> = {};
  const dates: Record<string, DateQuestions> = {};
  const chosen = chosenColumns(form);
  let isQuestion = true;
  for (const [path, sentences] of Object.entries(problem.fields ?? {})) {
    const sentence = sentences.join(' ');
    const place = /^mapping\.columns\[(\d+)\]$/.exec(path)?.[1];
    if (place !== undefined) columns[place] = sentence;
    const [, kind, field = ''] = /^mapping\.(dateOrders|dateNumberings)\.(\w+)$/.exec(path) ?? [];
    const at = chosen.indexOf(field);
    const question = kind === 'dateOrders' ? 'order' : 'numbering';
    if (kind === undefined || at === -1 || form.has(`${question}${at}`)) isQuestion = false;
    if (kind !== undefined && at !== -1) dates[at] = { ...dates[at], [question]: sentence };
  }
  const kept = { ...mappingIn(form), columns: chosen };
  const rejected: ImportResult = { ...rejectedResult(intent, problem).data, columns, dates, kept };
  if (Object.keys(dates).length > 0) {
    rejected.sentence = 'Some dates can be read in two ways. Select how they are written.';
    rejected.isQuestion = isQuestion;
  }
  return data<ImportResult>(rejected, { status: problem.status });
}

const idIn = (url: URL) => url.searchParams.get('import') ?? '';

/** Processes an import until it requires input, or for a few seconds: then the page shows the progress. */
async function work({ api, url }: MemberArgs, isBrief: boolean) {
  const id = idIn(url);
  const until = Date.now() + (isBrief ? 0 : maxMs);
  let clientImport: ClientImport;
  do {
    clientImport = await api.call(continueClientImport, { params: { id }, body: {} });
  } while (isWorking(clientImport) && Date.now() < until);
  return redirect(clientImportUrl(id));
}

const getNumbers = (form: FormData, name: string) =>
  form
    .getAll(name)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0)
    .slice(0, 100);

/** The selects' values by place: a field, `none`, or nothing. */
function chosenColumns(form: FormData): string[] {
  const count = Math.min(Number(form.get('count')) || 0, 100);
  return Array.from({ length: count }, (_, place) => textIn(form, `column${place}`));
}

/** The answers about columns of dates, by their fields. */
function dateAnswers(form: FormData, name: 'order' | 'numbering'): Answers {
  const answers = chosenColumns(form).map((field, place) => [field, textIn(form, `${name}${place}`)]);
  return Object.fromEntries(
    answers.filter(([field, answer]) => answer !== '' && importDateFields.some((date) => date === field)),
  );
}

/** The columns of the file, each with the field that it was matched to. */
function mappingIn(form: FormData) {
  return {
    columns: chosenColumns(form).map((field) => (field === '' || field === leftOut ? null : field)),
    dateOrders: dateAnswers(form, 'order'),
    dateNumberings: dateAnswers(form, 'numbering'),
    clientType: form.get('clientType'),
    country: form.get('country'),
    responsibleMemberId: textIn(form, 'responsibleMemberId') || null,
  };
}

/** The columns that no one has decided about, with a sentence each. */
function undecidedColumns(form: FormData): Record<string, string> {
  const count = Math.min(Number(form.get('count')) || 0, 100);
  const places = Array.from({ length: count }, (_, place) => place);
  const undecided = places.filter((place) => textIn(form, `column${place}`) === '');
  return Object.fromEntries(undecided.map((place) => [place, 'Choose a field, or “Do not import”']));
}

async function map(args: MemberArgs, form: FormData, { intent }: PressedButton) {
  const columns = undecidedColumns(form);
  if (Object.keys(columns).length > 0) {
    const sentence = 'Some columns have no field. Choose one for each, or “Do not import”.';
    const kept = { ...mappingIn(form), columns: chosenColumns(form) };
    return data<ImportResult>({ intent, sentence, columns, kept }, { status: 422 });
  }
  const sent = await args.api.submitForm(mapClientImport, {
    params: { id: idIn(args.url) },
    body: { version: Number(form.get('version')), mapping: mappingIn(form) },
    requestKey: getRequestKey(form),
  });
  return sent.ok ? work(args, true) : rejectedMapping(form, intent, sent.problem);
}

/** Takes the headings from another row. */
async function chooseHeadings({ api, url }: MemberArgs, form: FormData, { intent }: PressedButton) {
  const sent = await api.submitForm(chooseImportHeadings, {
    params: { id: idIn(url) },
    body: { version: Number(form.get('version')), row: Number(form.get('row')) },
    requestKey: getRequestKey(form),
  });
  return sent.ok ? redirect(clientImportUrl(sent.value.id)) : rejectedResult(intent, sent.problem);
}

/** Saves the selection of rows on the page. */
function chooseRows({ api, url }: MemberArgs, form: FormData) {
  const body = { shown: getNumbers(form, 'shown'), chosen: getNumbers(form, 'row') };
  return api.submit(chooseImportRows, { params: { id: idIn(url) }, body });
}

async function choose(args: MemberArgs, form: FormData, { intent }: PressedButton) {
  const chosen = await chooseRows(args, form);
  return chosen.ok
    ? redirect(`${args.url.pathname}${args.url.search}`)
    : rejectedResult(intent, chosen.problem);
}

async function start(args: MemberArgs, form: FormData, { intent }: PressedButton) {
  const chosen = await chooseRows(args, form);
  if (!chosen.ok) return rejectedResult(intent, chosen.problem);
  const sent = await args.api.submit(startClientImport, {
    params: { id: idIn(args.url) },
    body: { version: chosen.value.version },
    requestKey: getRequestKey(form),
  });
  return sent.ok ? work(args, true) : rejectedResult(intent, sent.problem);
}

const cellName = /^cell-(\d+)-(\d+)$/;

/** The cells that were changed on the page, by row. */
function correctionsIn(form: FormData) {
  const rows = new Map<number, { place: number; text: string }[]>();
  for (const [name, value] of form.entries()) {
    const [, number, place] = cellName.exec(name) ?? [];
    if (number === undefined || typeof value !== 'string') continue;
    if (value === textIn(form, `former-${number}-${place}`)) continue;
    const cells = rows.get(Number(number)) ?? [];
    rows.set(Number(number), [...cells, { place: Number(place), text: value.trim() }]);
  }
  return [...rows].map(([number, cells]) => ({ number, cells }));
}

/** Corrects rejected rows and checks them, and no others, again. */
async function correct(args: MemberArgs, form: FormData, { intent }: PressedButton) {
  const rows = correctionsIn(form);
  const kept = Object.fromEntries(
    rows.flatMap(({ number, cells }) => cells.map(({ place, text }) => [`cell-${number}-${place}`, text])),
  );
  if (rows.length === 0) {
    const sentence = 'No cell was changed. Correct a row, then check it again.';
    return data<ImportResult>({ intent, sentence }, { status: 422 });
  }
  const sent = await args.api.submitForm(correctImportRows, {
    params: { id: idIn(args.url) },
    body: { version: Number(form.get('version')), rows },
    requestKey: getRequestKey(form),
  });
  if (sent.ok) return work(args, true);
  const { fields = {}, detail, title, status } = sent.problem;
  const sentence = Object.values(fields).flat()[0] ?? detail ?? `${title}.`;
  return data<ImportResult>({ intent, sentence, cells: kept }, { status });
}

async function discard({ api, url }: MemberArgs, form: FormData, { intent }: PressedButton) {
  const sent = await api.submit(discardClientImport, {
    params: { id: idIn(url) },
    body: { version: Number(form.get('version')) },
    requestKey: getRequestKey(form),
  });
  if (!sent.ok) return rejectedResult(intent, sent.problem);
  const text = 'The rows were deleted.';
  return redirectWithFlash(clientImportUrl(), { kind: 'success', text });
}

/** The names of cells have the row's number, up to 2,000,000. Each cell is posted with its former text; a page has few other fields. */
const stepLimits: FormLimits = {
  maxFields: 2 * rowsToCorrect * maxImportColumns + 200,
  hasFreeNames: true,
};

const handleStep = onSubmit(
  formActions({
    map,
    headings: chooseHeadings,
    continue: (args: MemberArgs, form: FormData) => work(args, form.has('brief')),
    choose,
    start,
    correct,
    discard,
  }),
  stepLimits,
);

/** The forms of the screen: the upload of a file, and the buttons of each step. */
export async function handleImportAction(args: MemberArgs) {
  const isUpload = (args.request.headers.get('Content-Type') ?? '').startsWith('multipart/form-data');
  return isUpload ? handleUpload(args.api, args.request) : handleStep(args);
}
