import { partyRoleLabels } from '#rules/client-parties.ts';
import type { ClientDossier, PackedBusinessVerification } from '../records.ts';
import { facts, type Html, html, list, prose, table } from './html.ts';
import { ownershipDrawing } from './ownership-drawing.ts';
import { country, day, stateText } from './words.ts';

type Clock = (instant: string | null) => string;

export const registryWords = { nzbn: 'NZBN register', abr: 'ABN Lookup', asic: 'ASIC register' } as const;

type Extract = NonNullable<PackedBusinessVerification['extract']>;

function extractPart(extract: Extract, clock: Clock): Html {
  return html`${facts([
    ['Register', registryWords[extract.registry]],
    ['Answered', clock(extract.at)],
    ['Name', extract.name],
    ['Also trades as', extract.tradingNames.join(', ')],
    [
      'Numbers',
      Object.entries(extract.numbers)
        .map(([name, value]) => `${name.toUpperCase()} ${value}`)
        .join(', '),
    ],
    ['Kind', extract.kindText],
    ['Status', extract.statusText],
    ['Registered', day(extract.registeredOn)],
    ['Ended', day(extract.endedOn)],
    ['Addresses', list(extract.addresses.map(({ type, text }) => `${type}: ${text}`))],
    ['SHA-256 of the answer', html`<code>${extract.sha256}</code>`],
  ])}${
    extract.gives.officers &&
    table(
      'Officers',
      ['Name', 'Role', 'From', 'Until'],
      extract.officers.map(({ party, roleText, from, to }) => [party.name, roleText, from ?? '', to ?? '']),
      'The register names none.',
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
        beneficiallyHeld === null ? 'Not said' : beneficiallyHeld ? 'Yes' : 'No',
      ]),
      'The register names none.',
    )
  }`;
}

type Ownership = NonNullable<PackedBusinessVerification['ownership']>;

function ownershipPart(ownership: Ownership): Html {
  const { nodes, edges, controls, people } = ownership;
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id;
  return html`${ownershipDrawing(ownership)}${table(
    'Who holds what',
    ['Entry', 'Country', 'Of the client, through all layers', 'Holds', 'Roles'],
    nodes.map((node) => [
      node.name,
      country(node.country),
      node.effectivePercent === null ? '' : `${node.effectivePercent} %`,
      edges
        .filter(({ holders }) => holders.includes(node.id))
        .map(
          (edge) =>
            `${edge.percent} % of ${nameOf(edge.of)}${edge.beneficiallyHeld === false ? ', for somebody else' : ''} (${edge.source === 'registry' ? 'register' : 'entered by hand'})`,
        )
        .join('; '),
      controls
        .filter(({ by }) => by === node.id)
        .map(({ role, of, note }) => `${partyRoleLabels[role]} of ${nameOf(of)}${note ? `: ${note}` : ''}`)
        .join('; '),
    ]),
    'No tree was made.',
  )}${table(
    'Beneficial owners',
    ['Name', 'Share', 'By law of', 'Why'],
    people
      .filter(({ counts }) => counts.length > 0)
      .map(({ name, percent, counts }) => [
        name,
        `${percent} %`,
        counts.map(({ jurisdiction, provision }) => `${country(jurisdiction)} (${provision})`).join('; '),
        counts.flatMap(({ reasons }) => reasons).join('; '),
      ]),
    'Nobody counts as a beneficial owner by share or control.',
  )}${facts([
    ['Thresholds', ownership.thresholds.map(({ words }) => words).join('; ')],
    ['Not traced', `${ownership.unresolvedPercent} %`],
  ])}${list([
    ...ownership.unresolved.map(({ text }) => text),
    ...ownership.findings.map(({ text }) => text),
    ...ownership.consider.map(({ text }) => text),
    ...ownership.fallbacks.map(({ text }) => text),
  ])}`;
}

function verification(one: PackedBusinessVerification, clock: Clock): Html {
  const { decision } = one;
  return html`<div class="record"><h4>Begun ${clock(one.createdAt)}</h4>${facts([
    ['Status', stateText(one.status)],
    ['Started by', one.startedBy.name],
    [
      'Decided',
      decision &&
        html`${decision.outcome === 'verified' ? 'Verified' : 'Not verified'} by ${decision.by.name}, ${clock(decision.at)}: ${prose(decision.reason)}`,
    ],
    ['Why what is not traced was accepted', prose(decision?.unresolvedReason)],
  ])}${one.extract && extractPart(one.extract, clock)}${table(
    'Record and register',
    ['Field', 'On record', 'At the register', 'Settled'],
    one.mismatches.map(({ label, recorded, registry, settled }) => [
      label,
      recorded ?? '',
      registry ?? '',
      settled
        ? `${stateText(settled.resolution)} by ${settled.by.name}, ${clock(settled.at)}${settled.reason ? `: ${settled.reason}` : ''}`
        : 'Not settled',
    ]),
    'No differences.',
  )}${one.ownership && ownershipPart(one.ownership)}${table(
    'Who must be verified',
    ['Name', 'Why', 'Verified'],
    one.mustVerify.map(({ name, reasons, client }) => [
      name,
      reasons.map(({ text, provision }) => `${text} (${provision})`).join('; '),
      client?.isVerified ? 'Yes' : 'No',
    ]),
    'Nobody besides the client.',
  )}${table(
    'Extracts used',
    ['Name', 'Register', 'Answered', 'SHA-256 of the answer'],
    one.extracts.map(({ name, registry, at, sha256 }) => [
      name,
      registryWords[registry],
      clock(at),
      html`<code>${sha256}</code>`,
    ]),
    'No register was asked.',
  )}</div>`;
}

export function businessSection({ businessVerifications }: ClientDossier, clock: Clock): Html {
  return businessVerifications.length === 0
    ? html`<p class="none">No register was asked about this client.</p>`
    : html`${businessVerifications.map((one) => verification(one, clock))}`;
}
