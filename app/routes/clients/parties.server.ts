import { data } from '@remix-run/node';
import { listClients, readClient } from '#contract/clients.ts';
import {
  addParty,
  endParty,
  listParties,
  newParty,
  type Party,
  party as partySchema,
  partyUpdate,
  readParty,
  updateParty,
} from '#contract/parties.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { partyRoleLabels } from '#rules/client-parties.ts';
import type { ClientMatch } from '../../components/activities/client-finder.tsx';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { matchOf } from '../activities/client-matches.server.ts';

/** As many as the client's page shows before it asks for more. */
const shownParties = 8;
const mostMatches = 8;

/** A party in words, for the list. */
function lineOf(party: Party) {
  const { id, client, roles, directPercent, joint, beneficiallyHeld, verified } = party;
  const share = directPercent === null ? [] : [`${directPercent} %${joint ? ', held jointly' : ''}`];
  const held = beneficiallyHeld === false ? ['Held for somebody else'] : [];
  return {
    id,
    client: { id: client.id, name: client.name },
    roles: [...roles.map((role) => partyRoleLabels[role]), ...share, ...held].join(' · '),
    notes: [
      ...(party.controlBasis === null ? [] : [`Control: ${party.controlBasis}`]),
      ...(party.authority === null ? [] : [`Authority: ${party.authority}`]),
    ],
    verified,
    mustVerify: party.mustVerify,
    reasons: party.mustVerifyReasons,
    since: formatDate(party.validFrom),
    until: party.validTo && formatDate(party.validTo),
  };
}

/** What the form starts with for a kept party. */
function valuesOf(party: Party) {
  return {
    roles: party.roles,
    directPercent: party.directPercent ?? '',
    joint: party.joint,
    beneficiallyHeld: party.beneficiallyHeld === null ? 'unknown' : party.beneficiallyHeld ? 'yes' : 'no',
    controlBasis: party.controlBasis ?? '',
    authority: party.authority ?? '',
    mustVerifyReason: party.mustVerifyReason ?? '',
    validFrom: party.validFrom,
  };
}

/** Who is to be a party: found by a search, chosen, or new. */
async function findParty({ api, url }: MemberArgs, clientId: string) {
  const q = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  if (q === '') return { q, matches: [] as ClientMatch[], problem: null };
  const found = await api.submit(listClients, { query: { q, limit: mostMatches } });
  if (!found.ok) {
    const { fields = {}, detail, title } = found.problem;
    return { q, matches: [], problem: fields.q?.join(' ') ?? detail ?? `${title}.` };
  }
  const matches = found.value.items.filter(({ id }) => id !== clientId).map(matchOf);
  return { q, matches, problem: null };
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The form that the address asks for: `?party=new`, `?party=new&with=…`, `?party={id}`, with `&end` to end it. */
async function askedForm(args: MemberArgs, clientId: string) {
  const { api, url } = args;
  const asked = url.searchParams.get('party');
  if (asked !== null && isId.test(asked)) {
    const party = await api.call(readParty, { params: { id: clientId, partyId: asked } });
    if (party.validTo !== null) return null;
    const kept = {
      partyId: party.id,
      name: party.client.name,
      version: party.version,
      since: formatDate(party.validFrom),
      values: valuesOf(party),
    };
    const isEnd = url.searchParams.has('end');
    return isEnd ? { step: 'end' as const, ...kept } : { step: 'edit' as const, ...kept };
  }
  if (asked !== 'new') return null;
  const chosen = url.searchParams.get('with');
  if (chosen === 'person' || chosen === 'business')
    return { step: 'add' as const, new: chosen, chosen: null };
  if (chosen !== null && isId.test(chosen)) {
    const { id, displayName } = await api.call(readClient, { params: { id: chosen } });
    return { step: 'add' as const, new: null, chosen: { id, name: displayName } };
  }
  return { step: 'find' as const, ...(await findParty(args, clientId)) };
}

/** What the panel on a client's page shows of those who belong to it. */
export async function readPartiesPanel(args: MemberArgs) {
  const { api, me, params, url } = args;
  const id = params.id ?? '';
  const after = url.searchParams.get('partiesAfter') ?? undefined;
  const state = url.searchParams.get('parties') === 'ended' ? 'ended' : 'current';
  const [found, form, session] = await Promise.all([
    api.call(listParties, { params: { id }, query: { state, after, limit: shownParties } }),
    askedForm(args, id),
    me(),
  ]);
  const mayWrite = may(session, 'records.write');
  return {
    clientId: id,
    state,
    lines: found.items.map(lineOf),
    isFirstPage: after === undefined,
    nextAfter: found.nextAfter,
    current: found.current,
    ended: found.ended,
    partyOf: found.partyOf.map(({ clientId, name, roles }) => ({
      clientId,
      name,
      roles: roles.map((role) => partyRoleLabels[role]).join(', '),
    })),
    partyOfTotal: found.partyOfTotal,
    form: mayWrite ? form : null,
    mayWrite,
    defaultCountry: session.company.billingCountryCode,
    requestKey: newRequestKey(),
  };
}

/** Both versions in words, when somebody else saved the party first. */
function versionRows(mine: Record<string, unknown>, kept: Party): VersionRow[] {
  const roleWords = (roles: unknown) =>
    [roles]
      .flat()
      .map((role) => partyRoleLabels[role as keyof typeof partyRoleLabels] ?? '')
      .join(', ');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const row = (label: string, name: keyof ReturnType<typeof valuesOf>): VersionRow => ({
    label,
    mine: text(mine[name]),
    kept: text(valuesOf(kept)[name]),
  });
  return [
    { label: 'Roles', mine: roleWords(mine.roles), kept: roleWords(kept.roles) },
    row('Share in percent', 'directPercent'),
    row('Basis of control', 'controlBasis'),
    row('Authority to act', 'authority'),
    row('Why to verify', 'mustVerifyReason'),
    row('Since', 'validFrom'),
  ];
}

type PartyAnswer = FormAnswer & {
  panel: 'party';
  stale?: { rows: VersionRow[]; keptVersion: number };
};

const answer = (status: number, body: Omit<PartyAnswer, 'panel'>) =>
  data({ panel: 'party' as const, ...body }, { status });

/** Adds, changes or ends a party, as one of the panel's forms asks. */
export async function answerParty({ api, params }: MemberArgs, form: FormData) {
  const id = params.id ?? '';
  const requestKey = requestKeyOf(form);
  const partyId = form.get('partyId');
  const done = (text: string) => redirectWithFlash(`/clients/${id}#parties`, { kind: 'success', text });
  const overwrite = form.get('overwriteVersion');
  if (typeof overwrite === 'string') form.set('version', overwrite);
  if (typeof partyId !== 'string') {
    const submission = parseForm(form, newParty);
    if (submission.status !== 'success') return answer(422, { reply: submission.reply() });
    const sent = await api.submit(addParty, { params: { id }, body: submission.value, requestKey });
    if (sent.ok) return done('Party added.');
    return answer(sent.problem.status, answerProblem(submission, sent.problem));
  }
  const ids = { id, partyId };
  if (form.get('intent') === 'end') {
    const submission = parseForm(form, endParty.body);
    if (submission.status !== 'success') return answer(422, { reply: submission.reply() });
    const sent = await api.submit(endParty, { params: ids, body: submission.value, requestKey });
    if (sent.ok) return done('Recorded: this party no longer belongs to the client.');
    return answer(sent.problem.status, answerProblem(submission, sent.problem));
  }
  const submission = parseForm(form, partyUpdate);
  if (submission.status !== 'success') return answer(422, { reply: submission.reply() });
  const sent = await api.submit(updateParty, { params: ids, body: submission.value, requestKey });
  if (sent.ok) return done('Party saved.');
  const { problem } = sent;
  const kept = partySchema.safeParse(problem.current);
  if (problem.code === 'record.stale' && kept.success) {
    const rows = versionRows(submission.payload, kept.data);
    return answer(409, { reply: submission.reply(), stale: { rows, keptVersion: kept.data.version } });
  }
  return answer(problem.status, answerProblem(submission, problem));
}
