import { data } from '@remix-run/node';
import {
  type AffectedClient,
  exportLawChange,
  type LawChange,
  listLawChanges,
  readLawChange,
  signOffLawChange,
} from '#contract/cdd/law-changes.ts';
import { isRecordId } from '#contract/record-id.ts';
import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { textIn, throwFieldErrors } from '../../../components/forms/parse-form.server.ts';
import { formatPrintHeading } from '../../../components/print-heading.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

/** The URL of one list. */
const getHref = (id: string, cursor?: string) => settingsUrl('law-changes', { change: id, cursor });

const statusLabels: Record<LawChange['status'], string> = {
  checking: 'Clients being checked',
  open: 'To sign off',
  signedOff: 'Signed off',
  noClients: 'No clients affected',
};

const changeLabels = { begins: 'Begins', ends: 'Ends', changes: 'Changes' } as const;
const stateLabels = {
  outstanding: 'outstanding',
  mayFollow: 'outstanding, does not block',
  met: 'complete',
} as const;

function getRow(change: LawChange) {
  const countries = [...new Set(change.rules.map(({ jurisdiction }) => jurisdiction))];
  return {
    id: change.id,
    href: getHref(change.id),
    day: formatDate(change.effectiveOn),
    cause: change.cause ?? (change.kind === 'day' ? 'Change of law' : 'Corrected rule'),
    countries: countries.map((code) => countryName(code) ?? code).join(', '),
    clients: `${change.clientsListed} of ${change.clientsChecked}`,
    status: statusLabels[change.status],
    isOpen: change.status === 'open',
    isSignedOff: change.status === 'signedOff',
  };
}

type Side = AffectedClient['before'];

const getLevel = ({ level }: Side) => (level === null ? 'None' : cddLevelLabels[level]);
const getLines = ({ lines }: Side) =>
  lines.map(({ key, text, provision, state }) => ({
    key,
    text: `${text}${provision === '' ? '' : ` (${provision})`}: ${stateLabels[state]}`,
  }));

/** A client as a row: differences before and after, and the provisions that start or end. */
function clientRow({ clientId, name, before, after, rules }: AffectedClient) {
  const side = (side: Side) => ({
    level: getLevel(side),
    waived:
      before.initialCddRequired === after.initialCddRequired || side.initialCddRequired
        ? null
        : 'Initial CDD not required',
    lines: getLines(side),
  });
  return {
    id: clientId,
    name,
    before: side(before),
    after: side(after),
    rules: rules.map(({ jurisdiction, code, provision, change }) => ({
      key: `${jurisdiction} ${code}`,
      text: `${provision} ${changeLabels[change].toLowerCase()}`,
    })),
  };
}

/** The versions before and after; once where they stay the same. */
function formatPacks({ packsBefore, packsAfter }: LawChange): string {
  const [before, after] = [packsBefore.join(', ') || 'None', packsAfter.join(', ') || 'None'];
  return before === after ? after : `${before} → ${after}`;
}

async function loadOne({ api, me, url }: MemberArgs, id: string) {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const [session, found] = await Promise.all([
    me(),
    api.call(readLawChange, { params: { id }, query: { cursor } }),
  ]);
  const { lawChange, clients, nextCursor, previousCursor, maySignOff } = found;
  const { signedOff } = lawChange;
  return {
    kind: 'one' as const,
    change: {
      ...getRow(lawChange),
      version: lawChange.version,
      listed: lawChange.clientsListed,
      packs: formatPacks(lawChange),
      rules: lawChange.rules.map((rule) => ({
        key: `${rule.jurisdiction} ${rule.code}`,
        text: rule.text,
        provision: rule.provision,
        change: changeLabels[rule.change],
      })),
      signedOff: signedOff && {
        by: signedOff.by.name,
        at: formatInstant(signedOff.at, session.company.timeZone),
        note: signedOff.note,
      },
    },
    clients: clients.map(clientRow),
    firstHref: cursor === undefined ? null : getHref(id),
    previousHref: previousCursor === null ? null : getHref(id, previousCursor),
    nextHref: nextCursor === null ? null : getHref(id, nextCursor),
    csvHref: `/settings/law-change-clients.csv?change=${id}`,
    maySignOff: maySignOff && lawChange.status === 'open',
    requestKey: newRequestKey(),
    printed: formatPrintHeading(session, new Date()),
  };
}

async function loadAll({ api }: MemberArgs) {
  const { items, maySignOff } = await api.call(listLawChanges, {});
  return { kind: 'list' as const, rows: items.map(getRow), maySignOff };
}

/** Data of the view of law changes: all lists, or the one selected by `?change=`. */
export async function loadLawChanges(args: MemberArgs) {
  const id = args.url.searchParams.get('change') ?? '';
  return isRecordId(id) ? loadOne(args, id) : loadAll(args);
}

/** Result of a rejected sign-off. */
export type LawChangeResult = FormResult;

const submits = screenForms<MemberArgs>()({
  page: (_args, form) => getHref(textIn(form, 'id')),
  rejected: ({ result, status }) => data<LawChangeResult>(result, { status }),
});

function params(_args: MemberArgs, form: FormData): { id: string } {
  const id = textIn(form, 'id');
  return isRecordId(id) ? { id } : throwFieldErrors();
}

/** Signs a list off. */
export const handleLawChangesAction = onSubmit(
  formActions({
    signOff: submits({ endpoint: signOffLawChange, params, accepted: 'List signed off.' }),
  }),
);

/** GET /settings/law-change-clients.csv. */
export function streamLawChange({ api, url }: { api: MainApi; url: URL }): Promise<Response> {
  return api.stream(exportLawChange, { params: { id: url.searchParams.get('change') ?? '' } });
}
