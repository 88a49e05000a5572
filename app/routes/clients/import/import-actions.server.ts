import { data, redirect } from '@remix-run/node';
import {
  type ClientImport,
  chooseImportRows,
  continueClientImport,
  discardClientImport,
  mapClientImport,
  startClientImport,
} from '#contract/clients/client-import.ts';
import type { Problem } from '#contract/errors.ts';
import { formActions, onSubmit, type PressedButton } from '../../../components/forms/form-actions.server.ts';
import { getRequestKey, textIn } from '../../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MemberArgs } from '../../../session/auth-guards.server.ts';
import { isWorking } from './import.server.ts';
import { handleUpload } from './upload.server.ts';

/** Time limit of one post that processes rows before it shows the progress. */
const maxMs = 5_000;

/** Result of a step that was not completed. */
export interface ImportResult {
  intent: string;
  sentence: string;
  /** Sentences by place of a column. */
  columns?: Record<string, string>;
}

function rejectedResult(intent: string, { fields = {}, detail, title, status }: Problem) {
  const columns = Object.fromEntries(
    Object.entries(fields).flatMap(([path, sentences]) => {
      const place = /^mapping\.columns\[(\d+)\]$/.exec(path)?.[1];
      return place === undefined ? [] : [[place, sentences.join(' ')]];
    }),
  );
  const message = Object.values(fields).flat()[0] ?? detail ?? `${title}.`;
  return data<ImportResult>({ intent, sentence: message, columns }, { status });
}

const importHref = (id: string) => `/clients?view=import&import=${id}`;

const idIn = (url: URL) => url.searchParams.get('import') ?? '';

/** Processes an import until it requires input, or for a few seconds: then the page shows the progress. */
async function work({ api, url }: MemberArgs, isBrief: boolean) {
  const id = idIn(url);
  const until = Date.now() + (isBrief ? 0 : maxMs);
  let clientImport: ClientImport;
  do {
    clientImport = await api.call(continueClientImport, { params: { id }, body: {} });
  } while (isWorking(clientImport) && Date.now() < until);
  return redirect(importHref(id));
}

const getNumbers = (form: FormData, name: string) =>
  form
    .getAll(name)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0)
    .slice(0, 100);

/** The columns of the file, each with the field that it was matched to. */
function mappingIn(form: FormData) {
  const count = Math.min(Number(form.get('count')) || 0, 100);
  return {
    columns: Array.from({ length: count }, (_, place) => textIn(form, `column${place}`) || null),
    clientType: form.get('clientType'),
    country: form.get('country'),
    responsibleMemberId: textIn(form, 'responsibleMemberId') || null,
  };
}

async function map(args: MemberArgs, form: FormData, { intent }: PressedButton) {
  const sent = await args.api.submitForm(mapClientImport, {
    params: { id: idIn(args.url) },
    body: { version: Number(form.get('version')), mapping: mappingIn(form) },
    requestKey: getRequestKey(form),
  });
  return sent.ok ? work(args, true) : rejectedResult(intent, sent.problem);
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

async function discard({ api, url }: MemberArgs, form: FormData, { intent }: PressedButton) {
  const sent = await api.submit(discardClientImport, {
    params: { id: idIn(url) },
    body: { version: Number(form.get('version')) },
    requestKey: getRequestKey(form),
  });
  if (!sent.ok) return rejectedResult(intent, sent.problem);
  const text = 'The rows were deleted.';
  return redirectWithFlash('/clients?view=import', { kind: 'success', text });
}

const handleStep = onSubmit(
  formActions({
    map,
    continue: (args: MemberArgs, form: FormData) => work(args, form.has('brief')),
    choose,
    start,
    discard,
  }),
);

/** The forms of the screen: the upload of a file, and the buttons of each step. */
export function handleImportAction(args: MemberArgs) {
  const isUpload = (args.request.headers.get('Content-Type') ?? '').startsWith('multipart/form-data');
  return isUpload ? handleUpload(args.api, args.request) : handleStep(args);
}
