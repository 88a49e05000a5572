import type { previewCompanyChange, previewCountryList } from '#contract/cdd/law-change-previews.ts';
import type { AffectedClient } from '#contract/cdd/law-changes.ts';
import type { Problem } from '#contract/errors.ts';
import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import type { Submitted } from '../../main-api/main-api.server.ts';

type Sent = Submitted<typeof previewCountryList> | Submitted<typeof previewCompanyChange>;

/** Clients that a preview names; it counts all of them. */
const clientsShown = 25;

/** Calls of 500 clients that one preview makes. */
const maxCalls = 10;

const effects = { begins: 'now applies', ends: 'no longer applies', changes: 'changes' } as const;

const getLevel = ({ level }: AffectedClient['before']) => (level === null ? 'None' : cddLevelLabels[level]);

function getRow({ clientId, name, before, after, rules }: AffectedClient) {
  return {
    id: clientId,
    name,
    before: getLevel(before),
    after: getLevel(after),
    reasons: rules.map(({ jurisdiction, code, text, provision, change }) => ({
      key: `${jurisdiction} ${code}`,
      text: `${text.replace(/\.$/, '')}${provision === '' ? '' : ` (${provision})`}: ${effects[change]}`,
    })),
  };
}

/** What a preview shows: the clients affected, or that there are none. */
export interface AffectedClients {
  summary: string;
  /** What the preview leaves out; null if nothing. */
  limits: string | null;
  rows: ReturnType<typeof getRow>[];
}

/** Compares the company's clients call by call. `send`: one call, from behind a client on. The first problem ends it. */
export async function previewAffected(
  send: (after: string | undefined) => Promise<Sent>,
): Promise<{ affected: AffectedClients } | { problem: Problem }> {
  const clients: AffectedClient[] = [];
  let [listed, checked, calls] = [0, 0, 0];
  let after: string | undefined;
  do {
    const sent = await send(after);
    if (!sent.ok) return { problem: sent.problem };
    const { value } = sent;
    if (!value.changesRules) {
      const summary = 'Nothing that the CDD rules read has changed. No client is affected.';
      return { affected: { summary, limits: null, rows: [] } };
    }
    listed += value.clients.length;
    checked += value.clientsChecked;
    clients.push(...value.clients.slice(0, clientsShown - clients.length));
    calls += 1;
    after = value.nextAfter ?? undefined;
  } while (after !== undefined && calls < maxCalls);
  const limits = [
    listed > clients.length ? `The first ${clients.length} are shown.` : '',
    after === undefined
      ? ''
      : `Only the first ${formatNumber(checked)} clients were checked. Saving checks all of them.`,
  ].filter((text) => text !== '');
  return {
    affected: {
      summary: `${formatNumber(listed)} of ${formatNumber(checked)} clients checked would be affected.`,
      limits: limits.length === 0 ? null : limits.join(' '),
      rows: clients.map(getRow),
    },
  };
}
