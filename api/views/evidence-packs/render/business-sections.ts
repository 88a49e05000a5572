import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import type { ClientPackRecords, PackedBusinessVerification } from '../contents/records.ts';
import { country, day, formatEnumValue } from './formatters.ts';
import { facts, type Html, html, list, prose, table } from './html.ts';
import { ownershipDrawing } from './ownership-svg.ts';

type Clock = (instant: string | null) => string;

const registryLabels = { nzbn: 'NZBN register', abr: 'ABN Lookup', asic: 'ASIC register' } as const;

type Extract = NonNullable<PackedBusinessVerification['extract']>;

function extractPart(extract: Extract, clock: Clock): Html {
  return html`${facts([
    ['Register', registryLabels[extract.registry]],
    ['Answered', clock(extract.at)],
    ['Name', extract.name],
    ['Also trades as', extract.tradingNames.join(', ')],
    [
      'Identifiers',
      Object.entries(extract.numbers)
        .map(([name, value]) => `${name.toUpperCase()} ${value}`)
        .join(', '),
    ],
    ['Kind', extract.kindText],
    ['Status', extract.statusText],
    ['Registered', day(extract.registeredOn)],
    ['Ended', day(extract.endedOn)],
    ['Addresses', list(extract.addresses.map(({ type, text }) => `${type}: ${text}`))],
    ['Response hash (SHA-256)', html`<code>${extract.sha256}</code>`],
  ])}${
    extract.gives.officers &&
    table(
      'Officers',
      ['Name', 'Role', 'From', 'Until'],
      extract.officers.map(({ party, roleText, from, to }) => [party.name, roleText, from ?? '', to ?? '']),
      'None listed.',
    )
  }${
    extract.gives.holdings &&
    table(
      'Holdings',
      ['Holders', 'Shares', 'Of all', 'Beneficially held'],
      extract.holdings.map(({ holders, shares, percent, joint, beneficiallyHeld }) => [
        `${holders.map(({ name }) => name).join(', ')}${joint ? ' (jointly)' : ''}`,
        shares,
        `${percent} %`,
        beneficiallyHeld === null ? 'Not stated' : yesNo(beneficiallyHeld),
      ]),
      'None listed.',
    )
  }`;
}

type Ownership = NonNullable<PackedBusinessVerification['ownership']>;

function ownershipPart(ownership: Ownership): Html {
  const { nodes, edges, controls, people } = ownership;
  const getName = (id: string) => nodes.find((node) => node.id === id)?.name ?? id;
  return html`${ownershipDrawing(ownership)}${table(
    'Ownership',
    ['Entry', 'Country', 'Of the client, through all layers', 'Holds', 'Roles'],
    nodes.map((node) => [
      node.name,
      country(node.country),
      node.effectivePercent === null ? '' : `${node.effectivePercent} %`,
      edges
        .filter(({ holders }) => holders.includes(node.id))
        .map(
          (edge) =>
            `${edge.percent} % of ${getName(edge.of)}${edge.beneficiallyHeld === false ? ', for someone else' : ''} (${edge.source === 'registry' ? 'register' : 'entered manually'})`,
        )
        .join('; '),
      controls
        .filter(({ by }) => by === node.id)
        .map(({ role, of, note }) => `${partyRoleLabels[role]} of ${getName(of)}${note ? `: ${note}` : ''}`)
        .join('; '),
    ]),
    'No ownership recorded',
  )}${table(
    'Beneficial owners',
    ['Name', 'Share', 'Jurisdiction', 'Why'],
    people
      .filter(({ counts }) => counts.length > 0)
      .map(({ name, percent, counts }) => [
        name,
        `${percent} %`,
        counts.map(({ jurisdiction, provision }) => `${country(jurisdiction)} (${provision})`).join('; '),
        counts.flatMap(({ reasons }) => reasons).join('; '),
      ]),
    'No beneficial owners by ownership or control',
  )}${facts([
    ['Thresholds', ownership.thresholds.map(({ words }) => words).join('; ')],
    ['Unresolved ownership', `${ownership.unresolvedPercent} %`],
  ])}${list([
    ...ownership.unresolved.map(({ text }) => text),
    ...ownership.findings.map(({ text }) => text),
    ...ownership.consider.map(({ text }) => text),
    ...ownership.fallbacks.map(({ text }) => text),
  ])}`;
}

function verification(item: PackedBusinessVerification, clock: Clock): Html {
  const { decision } = item;
  return html`<div class="record"><h3>Started ${clock(item.createdAt)}</h3>${facts([
    ['Status', verificationLifecycle.labels[item.status]],
    ['Started by', item.startedBy.name],
    [
      'Decided',
      decision &&
        html`${decision.outcome === 'verified' ? 'Verified' : 'Not verified'} by ${decision.by.name}, ${clock(decision.at)}: ${prose(decision.reason)}`,
    ],
    ['Why unresolved ownership was accepted', prose(decision?.unresolvedReason)],
  ])}${item.extract && extractPart(item.extract, clock)}${table(
    'Record and register',
    ['Field', 'On record', 'Register', 'Resolution'],
    item.mismatches.map(({ label, recorded, registry, settled }) => [
      label,
      recorded ?? '',
      registry ?? '',
      settled
        ? `${formatEnumValue(settled.resolution)} by ${settled.by.name}, ${clock(settled.at)}${settled.reason ? `: ${settled.reason}` : ''}`
        : 'Not resolved',
    ]),
    'No discrepancies.',
  )}${item.ownership && ownershipPart(item.ownership)}${table(
    'People to verify',
    ['Name', 'Why', 'Verified'],
    item.mustVerify.map(({ name, reasons, client }) => [
      name,
      reasons.map(({ text, provision }) => `${text} (${provision})`).join('; '),
      yesNo(client?.isVerified === true),
    ]),
    'None',
  )}${table(
    'Extracts used',
    ['Name', 'Register', 'Answered', 'Response hash (SHA-256)'],
    item.extracts.map(({ name, registry, at, sha256 }) => [
      name,
      registryLabels[registry],
      clock(at),
      html`<code>${sha256}</code>`,
    ]),
    'No extracts',
  )}</div>`;
}

export function businessSection({ businessVerifications }: ClientPackRecords, clock: Clock): Html {
  return businessVerifications.length === 0
    ? html`<p class="none">No business verification on record</p>`
    : html`${businessVerifications.map((businessVerification) => verification(businessVerification, clock))}`;
}
