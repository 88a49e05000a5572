import { data, redirect } from '@remix-run/node';
import { listMembers } from '#contract/accounts.ts';
import {
  type ClientImport,
  chooseImportRows,
  continueClientImport,
  discardClientImport,
  type ImportRow,
  listClientImports,
  listImportRows,
  mapClientImport,
  readClientImport,
  rowStates,
  startClientImport,
} from '#contract/client-import.ts';
import type { Problem } from '#contract/errors.ts';
import {
  guessColumns,
  type ImportField,
  importFieldLabels,
  importFields,
} from '#rules/client-import-columns.ts';
import { clientTypeLabels } from '#rules/client-types.ts';
import { countries } from '#rules/countries.ts';
import { readForm, requestKeyOf } from '../../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MemberArgs } from '../../../guards.server.ts';
import { requireRight } from '../../../rights.server.ts';
import { instantText } from '../instant-text.server.ts';
import { takeUpload } from './upload.server.ts';

/** How long one post works on rows before it shows how far it is. */
const longestMs = 5_000;

const isWorking = ({ status }: ClientImport) => status === 'checking' || status === 'importing';

/** A row of the review, in the words that it shows. */
export interface ReviewLine {
  number: number;
  state: ImportRow['state'];
  chosen: boolean;
  name: string;
  type: string;
  /** What was read, heading by heading, without blank cells. */
  read: { heading: string; text: string }[];
  problems: string[];
  asks: string[];
  duplicates: { href: string | null; name: string; reasons: string }[];
  clientId: string | null;
}

function lineOf(
  { number, state, chosen, cells, finding, clientId }: ImportRow,
  headings: string[],
): ReviewLine {
  return {
    number,
    state,
    chosen,
    clientId,
    name: finding?.name || 'No name',
    type: finding ? clientTypeLabels[finding.clientType] : '',
    read: headings
      .map((heading, place) => ({ heading, text: (cells[place] ?? '').trim() }))
      .filter(({ text }) => text !== ''),
    problems: (finding?.problems ?? []).map(({ column, sentence }) =>
      column === null ? sentence : `${column}: ${sentence}`,
    ),
    asks: finding?.asks ?? [],
    duplicates: (finding?.duplicates ?? []).map(({ clientId: id, row, name, reasons }) => ({
      href: id === null ? null : `/clients/${id}`,
      name: row === null ? name : `row ${row} of the file, ${name}`,
      reasons: reasons.join(', '),
    })),
  };
}

/** What the columns are taken for: as chosen before, else guessed from the headings. */
function mappingOf({ mapping, headings }: ClientImport, country: string) {
  if (mapping) return mapping;
  const columns = guessColumns(headings);
  const clientType =
    columns.includes('legalName') && !columns.includes('familyName') ? 'company' : 'individual';
  return { columns, clientType, country, responsibleMemberId: null } as const;
}

async function readReview(args: MemberArgs, shown: ClientImport) {
  const state = rowStates.find((known) => known === args.url.searchParams.get('rows'));
  const after = Number(args.url.searchParams.get('after') ?? 0) || 0;
  const params = { id: shown.id };
  const { rows, nextAfter } = await args.api.call(listImportRows, {
    params,
    query: { ...(state ? { state } : {}), after, limit: 50 },
  });
  return { lines: rows.map((row) => lineOf(row, shown.headings)), nextAfter, state: state ?? null };
}

/** What the screen of an import shows: the files under way, or one of them at its step. */
export async function readImportScreen(args: MemberArgs) {
  const { api, me, url, requestId } = args;
  const session = await me();
  requireRight(session, 'records.write', requestId);
  const id = url.searchParams.get('import');
  const requestKey = newRequestKey();
  const { timeZone } = session.company;
  if (id === null) {
    const { imports } = await api.call(listClientImports, {});
    const started = imports
      .filter(({ status }) => status !== 'staging')
      .map(({ createdAt, createdBy, ...one }) => ({
        ...one,
        begun: `${instantText(createdAt, timeZone)}, ${createdBy.name}`,
      }));
    return { step: 'upload' as const, started, requestKey };
  }
  const shown = await api.call(readClientImport, { params: { id } });
  const isAsked = url.searchParams.get('confirm') === 'discard';
  const isMapping = shown.status === 'mapping' || url.searchParams.get('step') === 'columns';
  if (shown.status === 'discarded' || shown.status === 'staging') throw redirect('/clients?view=import');
  if (isMapping && (shown.status === 'mapping' || shown.status === 'review') && !isAsked) {
    const { members } = await api.call(listMembers, {});
    const country = session.company.billingCountryCode;
    return {
      step: 'columns' as const,
      shown,
      mapping: mappingOf(shown, country),
      members: members.filter(({ active }) => active).map(({ id: value, name }) => ({ value, label: name })),
      countries: countries.map(({ code, name }) => ({ value: code, label: name })),
      fields: importFields.map((value: ImportField) => ({ value, label: importFieldLabels[value] })),
      requestKey,
    };
  }
  if (isWorking(shown)) return { step: 'progress' as const, shown, requestKey };
  const review = await readReview(args, shown);
  return {
    step: shown.status === 'done' ? ('done' as const) : ('review' as const),
    shown,
    ...review,
    isAsked,
    requestKey,
  };
}

export type ImportScreenData = Awaited<ReturnType<typeof readImportScreen>>;

/** What a step answers when it did not go ahead. */
export interface ImportAnswer {
  intent: string;
  sentence: string;
  /** Sentences by place of a column. */
  columns?: Record<string, string>;
}

function refused(intent: string, { fields = {}, detail, title, status }: Problem) {
  const columns = Object.fromEntries(
    Object.entries(fields).flatMap(([path, sentences]) => {
      const place = /^mapping\.columns\[(\d+)\]$/.exec(path)?.[1];
      return place === undefined ? [] : [[place, sentences.join(' ')]];
    }),
  );
  const sentence = Object.values(fields).flat()[0] ?? detail ?? `${title}.`;
  return data<ImportAnswer>({ intent, sentence, columns }, { status });
}

/** Works on an import until it needs a person again, or for a few seconds: then the page shows how far it is. */
async function work({ api }: MemberArgs, id: string, isBrief: boolean) {
  const until = Date.now() + (isBrief ? 0 : longestMs);
  let shown: ClientImport;
  do {
    shown = await api.call(continueClientImport, { params: { id }, body: {} });
  } while (isWorking(shown) && Date.now() < until);
  return redirect(`/clients?view=import&import=${id}`);
}

const numbersOf = (form: FormData, name: string) =>
  form
    .getAll(name)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0)
    .slice(0, 100);

/** Answers every form of the screen. */
export async function answerImportForm(args: MemberArgs) {
  const { api, request, url } = args;
  if ((request.headers.get('Content-Type') ?? '').startsWith('multipart/form-data')) {
    return takeUpload(api, request);
  }
  const form = await readForm(request);
  const intent = String(form.get('intent'));
  const requestKey = requestKeyOf(form);
  const id = url.searchParams.get('import') ?? '';
  const params = { id };
  const version = Number(form.get('version'));
  switch (intent) {
    case 'map': {
      const count = Number(form.get('count')) || 0;
      const columns = Array.from(
        { length: Math.min(count, 100) },
        (_, place) => form.get(`column${place}`) || null,
      );
      const mapping = {
        columns,
        clientType: form.get('clientType'),
        country: form.get('country'),
        responsibleMemberId: form.get('responsibleMemberId') || null,
      };
      const sent = await api.submit(mapClientImport, {
        params,
        body: { version, mapping } as never,
        requestKey,
      });
      return sent.ok ? work(args, id, true) : refused(intent, sent.problem);
    }
    case 'continue':
      return work(args, id, form.has('brief'));
    case 'choose':
    case 'start': {
      const body = { shown: numbersOf(form, 'shown'), chosen: numbersOf(form, 'row') };
      const chosen = await api.submit(chooseImportRows, { params, body });
      if (!chosen.ok) return refused(intent, chosen.problem);
      if (intent === 'choose') return redirect(`${url.pathname}${url.search}`);
      const start = { params, body: { version: chosen.value.version }, requestKey };
      const sent = await api.submit(startClientImport, start);
      return sent.ok ? work(args, id, true) : refused(intent, sent.problem);
    }
    case 'discard': {
      const sent = await api.submit(discardClientImport, { params, body: { version }, requestKey });
      if (!sent.ok) return refused(intent, sent.problem);
      const text = 'The rows of the file are deleted.';
      return redirectWithFlash('/clients?view=import', { kind: 'success', text });
    }
    default:
      throw Response.json({ code: 'request.malformed' }, { status: 400 });
  }
}
