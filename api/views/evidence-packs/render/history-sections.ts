import { basisLabels } from '#rules/cdd-rule-packs/decision-basis.ts';
import {
  clientPeriodKindLabels,
  clientPeriodKinds,
  clientPeriodValueLabel,
} from '#rules/clients/client-periods.ts';
import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { permitActLabels } from '#rules/firm/sanctions-permits.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { regimeLabels } from '#rules/sanctions.ts';
import type { ClientPackRecords } from '../contents/records.ts';
import { country, day } from './formatters.ts';
import { facts, type Html, html, prose, table } from './html.ts';

type Clock = (instant: string | null) => string;

/** From when until when the client's status, levels and results were on record; each field oldest first. */
export function periodsSection({ periods }: Pick<ClientPackRecords, 'periods'>, clock: Clock): Html {
  const inOrder = clientPeriodKinds.flatMap((kind) => periods.filter((period) => period.kind === kind));
  return table(
    'Values over time',
    ['Field', 'Value', 'From', 'To'],
    inOrder.map(({ kind, value, from, to, cause }) => [
      clientPeriodKindLabels[kind],
      clientPeriodValueLabel(kind, value),
      cause === 'migration' ? `${clock(from)} or earlier` : clock(from),
      to === null ? 'On record now' : clock(to),
    ]),
    'No values over time are on record.',
  );
}

/** Approvals of the client's CDD: approver, rules, basis, and each requirement as at the approval. */
export function decisionsSection(
  { cddDecisions }: Pick<ClientPackRecords, 'cddDecisions'>,
  clock: Clock,
): Html {
  if (cddDecisions.length === 0) return html`<p class="none">The client’s CDD was not approved yet.</p>`;
  return html`${cddDecisions.map(
    ({ at, by, cddLevel, packs, basis, note, decidedByOne, items, itemsDigest }) =>
      html`<div class="record"><h3>${`Approved ${clock(at)} by ${by}`}</h3>${facts([
        ['CDD level', cddLevelLabels[cddLevel]],
        ['Rules', packs.join(', ')],
        ['Note', prose(note)],
        ['Second person', decidedByOne && `${decidedByOneLabel}.`],
        ['Requirements, SHA-256', html`<code>${itemsDigest}</code>`],
      ])}${table(
        'Relied on',
        ['Evidence', 'Recorded value'],
        basis.map(({ kind, text }) => [basisLabels[kind], text]),
        'Nothing was on record.',
      )}${table(
        'Requirements as approved',
        ['Requirement', 'Provision', 'Met'],
        items.map(({ text, provision, satisfied }) => [text, provision, satisfied ? 'Yes' : 'Outstanding']),
        'No further requirements.',
      )}</div>`,
  )}`;
}

/** Permits and authorisations that allow dealing with the client. */
export function permitsSection(
  { sanctionsPermits }: Pick<ClientPackRecords, 'sanctionsPermits'>,
  clock: Clock,
): Html {
  return table(
    'Permits and authorisations',
    ['Number', 'Authority and law', 'Allows', 'Scope and conditions', 'In effect', 'Document', 'Decisions'],
    sanctionsPermits.map((permit) => {
      const { recorded, approved, withdrawn } = permit;
      return [
        permit.number,
        `${permit.authority}. ${country(permit.country)}: ${permit.regimes.map((regime) => regimeLabels[regime]).join(', ')}`,
        permit.acts.map((act) => permitActLabels[act]).join('; '),
        prose(permit.scope),
        `${day(permit.validFrom)} to ${day(permit.validTo)}`,
        permit.document.fileName,
        [
          `Recorded by ${recorded.by.name}, ${clock(recorded.at)}`,
          approved === null ? 'Not approved' : `Approved by ${approved.by.name}, ${clock(approved.at)}`,
          ...(permit.decidedByOne ? [decidedByOneLabel] : []),
          ...(withdrawn === null
            ? []
            : [`Withdrawn by ${withdrawn.by.name}, ${clock(withdrawn.at)}: ${withdrawn.reason}`]),
        ].join('. '),
      ];
    }),
    'No permits are recorded.',
  );
}
