import { data } from '@remix-run/node';
import { listClients, readClient } from '#contract/clients/clients.ts';
import {
  addParty,
  endParty,
  type listParties,
  type Party,
  party as partySchema,
  readParty,
  updateParty,
} from '#contract/clients/parties.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { isRecordId } from '#contract/record-id.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { ClientMatch } from '../../../components/activities/client-finder.tsx';
import { getMatch } from '../../../components/activities/client-matches.server.ts';
import {
  formActions,
  type PressedButton,
  screenForms,
} from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { applyOverwriteVersion, textIn } from '../../../components/forms/parse-form.server.ts';
import type { VersionRow } from '../../../components/forms/version-conflict.tsx';
import type { MemberArgs } from '../../../session/auth-guards.server.ts';
import { may } from '../../../session/permissions.server.ts';

const maxMatches = 8;

/** A formatted party of the list. */
function getLine(party: Party) {
  const { id, client, roles, directPercent, joint, beneficiallyHeld, verified } = party;
  const share = directPercent === null ? [] : [`${directPercent} %${joint ? ', held jointly' : ''}`];
  const nominee = beneficiallyHeld === false ? ['Held as nominee'] : [];
  return {
    id,
    client: { id: client.id, name: client.name, sanctions: client.sanctions },
    roles: [...roles.map((role) => partyRoleLabels[role]), ...share, ...nominee].join(' · '),
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

/** Initial values of the form of an existing party. */
function getValues(party: Party) {
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

/** The party to add: a search, an existing client, or a new one. */
async function findParty({ api, url }: MemberArgs, clientId: string) {
  const q = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  if (q === '') return { q, matches: [] as ClientMatch[], problem: null };
  const found = await api.submit(listClients, { query: { q, limit: maxMatches } });
  if (!found.ok) {
    const { fields = {}, detail, title } = found.problem;
    return { q, matches: [], problem: fields.q?.join(' ') ?? detail ?? `${title}.` };
  }
  const matches = found.value.items.filter(({ id }) => id !== clientId).map(getMatch);
  return { q, matches, problem: null };
}

/** The form that the URL requests: `?party=new`, `?party=new&with=…`, `?party={id}`, with `&end` to end it. */
async function getRequestedForm(args: MemberArgs, clientId: string) {
  const { api, url } = args;
  const requested = url.searchParams.get('party');
  if (requested !== null && isRecordId(requested)) {
    const party = await api.call(readParty, { params: { id: clientId, partyId: requested } });
    if (party.validTo !== null) return null;
    const current = {
      partyId: party.id,
      name: party.client.name,
      version: party.version,
      since: formatDate(party.validFrom),
      values: getValues(party),
    };
    const isEnd = url.searchParams.has('end');
    return isEnd ? { step: 'end' as const, ...current } : { step: 'edit' as const, ...current };
  }
  if (requested !== 'new') return null;
  const chosen = url.searchParams.get('with');
  if (chosen === 'person' || chosen === 'business')
    return { step: 'add' as const, new: chosen, chosen: null };
  if (chosen !== null && isRecordId(chosen)) {
    const { id, displayName } = await api.call(readClient, { params: { id: chosen } });
    return { step: 'add' as const, new: null, chosen: { id, name: displayName } };
  }
  return { step: 'find' as const, ...(await findParty(args, clientId)) };
}

/** Data of the related parties panel, from the parties that the page lists. */
export async function readPartiesPanel(
  args: MemberArgs,
  listed: Promise<EndpointResponse<typeof listParties>>,
) {
  const { me, params, url } = args;
  const id = params.id ?? '';
  const state = url.searchParams.get('parties') === 'ended' ? 'ended' : 'current';
  const [found, form, session] = await Promise.all([listed, getRequestedForm(args, id), me()]);
  const mayWrite = may(session, 'records.write');
  return {
    clientId: id,
    state,
    clientType: found.clientType,
    lines: found.items.map(getLine),
    isFirstPage: !url.searchParams.has('partiesAfter'),
    nextAfter: found.nextAfter,
    current: found.current,
    ended: found.ended,
    partyOf: found.partyOf.map(({ clientId, name, roles, sanctions }) => ({
      sanctions,
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

/** Both versions as text, when someone else saved the party first. */
function versionRows(mine: Record<string, unknown>, saved: Party): VersionRow[] {
  const roleLabels = (roles: unknown) =>
    [roles]
      .flat()
      .map((role) => partyRoleLabels[role as keyof typeof partyRoleLabels] ?? '')
      .join(', ');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const row = (label: string, name: keyof ReturnType<typeof getValues>): VersionRow => ({
    label,
    mine: text(mine[name]),
    kept: text(getValues(saved)[name]),
  });
  return [
    { label: 'Roles', mine: roleLabels(mine.roles), kept: roleLabels(saved.roles) },
    row('Ownership %', 'directPercent'),
    row('Basis of control', 'controlBasis'),
    row('Authority to act', 'authority'),
    row('Reason to verify', 'mustVerifyReason'),
    row('Since', 'validFrom'),
  ];
}

type PartyResult = FormResult & {
  panel: 'party';
  stale?: { rows: VersionRow[]; savedVersion: number };
};

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => clientSectionUrl(params.id ?? '', 'parties'),
  rejected: ({ result, submission, status, problem }) => {
    const current = partySchema.safeParse(problem?.current);
    const rejected: PartyResult = { panel: 'party', ...result };
    if (problem?.code === 'record.versionConflict' && current.success) {
      rejected.reply = submission.reply();
      rejected.stale = {
        rows: versionRows(submission.payload, current.data),
        savedVersion: current.data.version,
      };
    }
    return data(rejected, { status });
  },
});

const ofClient = ({ params }: MemberArgs) => ({ id: params.id ?? '' });
const ofParty = (args: MemberArgs, form: FormData) => ({
  ...ofClient(args),
  partyId: textIn(form, 'partyId'),
});

const addsParty = submits({ endpoint: addParty, params: ofClient, accepted: 'Party added.' });
const updatesParty = submits({ endpoint: updateParty, params: ofParty, accepted: 'Party saved.' });

/** The forms that add, change and end a party. */
export const handlePartyAction = formActions(
  {
    save: (args: MemberArgs, form: FormData, pressed: PressedButton) => {
      applyOverwriteVersion(form);
      const saves = form.has('partyId') ? updatesParty : addsParty;
      return saves(args, form, pressed);
    },
    end: submits({ endpoint: endParty, params: ofParty, accepted: 'Related party ended.' }),
  },
  { overwrites: 'save' },
);
