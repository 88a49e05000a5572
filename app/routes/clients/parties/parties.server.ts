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
import { canHaveShares, partyRoleLabels } from '#rules/clients/client-parties.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import type { ClientMatch } from '../../../components/activities/client-finder.tsx';
import { getMatch } from '../../../components/activities/client-matches.server.ts';
import {
  formActions,
  type PressedButton,
  screenForms,
  typedSubmission,
} from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { applyVersionChoices, mergeForm } from '../../../components/forms/merge-form.server.ts';
import type { Merged, MergedRow } from '../../../components/forms/merged-versions.tsx';
import { textIn, tickedIn } from '../../../components/forms/parse-form.server.ts';
import { type Entries, toEntries } from '../../../components/forms/three-way-merge.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
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

const yesNoUnknown = (known: boolean | null) => (known === null ? 'unknown' : known ? 'yes' : 'no');

/** Initial values of the form of an existing party. */
function getValues(party: Party) {
  return {
    roles: party.roles,
    directPercent: party.directPercent ?? '',
    joint: party.joint,
    beneficiallyHeld: yesNoUnknown(party.beneficiallyHeld),
    controlBasis: party.controlBasis ?? '',
    authority: party.authority ?? '',
    mustVerifyReason: party.mustVerifyReason ?? '',
    validFrom: party.validFrom,
  };
}

/** The fields that a form with these values would post. `withShares`: whether it has those of the share. */
function getEntries(party: Party, withShares: boolean): Entries {
  const { roles, directPercent, joint, beneficiallyHeld, ...others } = getValues(party);
  const share = withShares ? { directPercent, joint, beneficiallyHeld } : {};
  return [...roles.map((role) => ['roles', role] as const), ...toEntries({ ...share, ...others })];
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
async function getRequestedForm(
  args: MemberArgs,
  clientId: string,
  listed: Promise<EndpointResponse<typeof listParties>>,
) {
  const { api, url } = args;
  const requested = url.searchParams.get('party');
  if (requested !== null && isRecordId(requested)) {
    const party = await api.call(readParty, { params: { id: clientId, partyId: requested } });
    if (party.validTo !== null) return null;
    const { clientType } = await listed;
    const current = {
      partyId: party.id,
      name: party.client.name,
      version: party.version,
      since: formatDate(party.validFrom),
      values: getValues(party),
      opened: getEntries(party, canHaveShares(clientType)),
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
  const [found, form, session] = await Promise.all([listed, getRequestedForm(args, id, listed), me()]);
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

const beneficialLabels: Record<string, string> = {
  yes: 'Yes',
  no: 'No – held as nominee',
  unknown: 'Not known yet',
};

/** All fields of the form, in both versions. */
function versionRows(form: FormData, saved: Party): MergedRow[] {
  const savedForm = new FormData();
  for (const [name, value] of getEntries(saved, true)) savedForm.append(name, value);
  const row = (label: string, name: string, format = (text: string) => text): MergedRow => {
    const [mine = '', kept = ''] = [form, savedForm].map((version) =>
      tickedIn(version, name).map(format).join(', '),
    );
    return { label, names: [name], mine, kept };
  };
  return [
    row('Roles', 'roles', (role) => partyRoleLabels[role as keyof typeof partyRoleLabels] ?? ''),
    row('Ownership %', 'directPercent'),
    row('Held jointly', 'joint', () => 'Yes'),
    row('Beneficially held', 'beneficiallyHeld', (known) => beneficialLabels[known] ?? ''),
    row('Basis of control', 'controlBasis'),
    row('Authority to act', 'authority'),
    row('Additional reason to verify', 'mustVerifyReason'),
    row('Since', 'validFrom', (day) => (isCalendarDate(day) ? formatDate(day) : day)),
  ];
}

type PartyResult = FormResult & { panel: 'party'; stale?: Merged };

const partiesUrl = ({ params }: MemberArgs) => clientSectionUrl(params.id ?? '', 'parties');

const submits = screenForms<MemberArgs>()({
  page: partiesUrl,
  rejected: async ({ args, form, result, status, problem }) => {
    const current = partySchema.safeParse(problem?.current);
    const rejected: PartyResult = { panel: 'party', ...result };
    if (problem?.code === 'record.versionConflict' && current.success) {
      const saved = current.data;
      if (saved.validTo !== null) {
        // The page has no form for a party that has ended.
        throw await redirectWithFlash(partiesUrl(args), {
          kind: 'warning',
          text: 'This related party has ended since you opened it. Your changes were not saved.',
        });
      }
      // The radio buttons of the share are always posted where they are shown.
      const entries = getEntries(saved, form.has('beneficiallyHeld'));
      const both = mergeForm(form, { entries, version: saved.version }, versionRows(form, saved));
      rejected.reply = typedSubmission(both.form).reply();
      rejected.stale = both.merged;
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
      applyVersionChoices(form);
      const saves = form.has('partyId') ? updatesParty : addsParty;
      return saves(args, form, pressed);
    },
    end: submits({ endpoint: endParty, params: ofParty, accepted: 'Related party ended.' }),
  },
  { overwrites: 'save' },
);
