import type { ConfirmationQuestion } from '#contract/errors.ts';
import { type NewRelief, newReliefs } from '#rules/cdd-rule-packs/commencement.ts';
import { cddStatusLabels } from '#rules/clients/client-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { requireConfirmation } from '../../kernel/command/confirmation.ts';
import type { Work } from '../../kernel/command/work.ts';
import { getRuleFacts } from './profile-change.ts';
import { listedRelieved, type RelievedClients, readRelievedClients } from './relieved-clients-store.ts';

const lawNames: Record<Jurisdiction, string> = {
  NZL: 'New Zealand’s law (NZ s14(1)(c))',
  AUS: 'Australia’s law (AU s36)',
};

function relievedQuestion(
  reliefs: readonly NewRelief[],
  { total, digest, listed }: RelievedClients,
): ConfirmationQuestion {
  const count = total === 1 ? '1 client counts' : `${formatNumber(total)} clients count`;
  const laws = reliefs.map(
    ({ jurisdiction, before }) =>
      `${lawNames[jurisdiction]} waives initial CDD for relationships that started before ${formatDate(before)}`,
  );
  return {
    code: 'clientsRelieved',
    confirmation: `clientsRelieved:${digest}`,
    text: [
      `With these details ${count} as pre-commencement: ${laws.join(', and ')}.`,
      ...(total > listed.length ? [`The first ${listedRelieved} by name are listed.`] : []),
    ].join(' '),
    records: listed.map(({ id, name, cddStatus, startedOn }) => ({
      id,
      name,
      detail: `CDD: ${cddStatusLabels[cddStatus].toLowerCase()}`,
      reasons: [`Client since ${formatDate(startedOn)}`],
    })),
  };
}

/**
 * Requires confirmation of a change of the company's facts that waives initial CDD for clients for whom it was not waived: a first service day
 * moved back, another sector or tranche. It confirms exactly the clients it lists. NZ s14(1)(c); AU s36.
 *
 * @returns how many clients are relieved.
 * @throws `confirmation.required` until it is confirmed.
 */
export async function confirmRelief(
  { trx, body }: Pick<Work, 'trx'> & { body: { confirmations: readonly string[] } },
  before: Parameters<typeof getRuleFacts>[0],
  after: Parameters<typeof getRuleFacts>[0],
): Promise<number> {
  const reliefs = newReliefs(getRuleFacts(before), getRuleFacts(after));
  if (reliefs.length === 0) return 0;
  const relieved = await readRelievedClients(trx, reliefs);
  if (relieved.total > 0) requireConfirmation([relievedQuestion(reliefs, relieved)], body);
  return relieved.total;
}
