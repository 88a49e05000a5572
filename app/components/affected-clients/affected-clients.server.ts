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

const changesLevel = ({ before, after }: AffectedClient) => before.level !== after.level;

const getLevel = ({ level }: AffectedClient['before']) => (level === null ? 'None' : cddLevelLabels[level]);

function getRow(client: AffectedClient) {
  const { clientId, name, before, after, rules } = client;
  return {
    id: clientId,
    name,
    level: changesLevel(client)
      ? `${getLevel(before)} → ${getLevel(after)}`
      : `${getLevel(after)}, unchanged`,
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
  let [checked, calls] = [0, 0];
  let after: string | undefined;
  do {
    const sent = await send(after);
    if (!sent.ok) return { problem: sent.problem };
    const { value } = sent;
    if (!value.changesRules) {
      const summary = 'Nothing that the CDD rules read has changed. No client is affected.';
      return { affected: { summary, limits: null, rows: [] } };
    }
    checked += value.clientsChecked;
    clients.push(...value.clients);
    calls += 1;
    after = value.nextAfter ?? undefined;
  } while (after !== undefined && calls < maxCalls);
  // Of many, those whose rules alone change are of less interest.
  const changed = clients.filter(changesLevel);
  const shown = [...changed, ...clients.filter((client) => !changesLevel(client))].slice(0, clientsShown);
  const limits = [
    clients.length > shown.length
      ? `${shown.length} are shown, those whose CDD level changes before the others.`
      : '',
    after === undefined
      ? ''
      : `Only the first ${formatNumber(checked)} clients were checked. Saving checks all of them.`,
  ].filter((text) => text !== '');
  const affected = `${formatNumber(clients.length)} of ${formatNumber(checked)} clients checked would be affected`;
  return {
    affected: {
      summary:
        clients.length === 0
          ? `${affected}.`
          : `${affected}, and the CDD level would change for ${formatNumber(changed.length)} of them.`,
      limits: limits.length === 0 ? null : limits.join(' '),
      rows: shown.map(getRow),
    },
  };
}
