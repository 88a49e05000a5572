import type { PartyRole } from '#rules/clients/client-parties.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { controlRoles } from './control-roles.ts';
import type { OwnershipGraph } from './graph.ts';
import type { OwnerBasis, Ownership } from './resolve.ts';
import { formatPercent } from './thresholds.ts';

/** One reason why a person must be verified, as text after the name: "owns 30 % of the client". */
type VerifyReason = {
  code: 'owner' | 'control' | 'acting';
  jurisdiction: Jurisdiction;
  provision: string;
  text: string;
};

export type MustVerify = { nodeId: string; name: string; reasons: VerifyReason[] };

/** Verification of the beneficial owner's identity: NZ s11(1)(b), AU s28(2)(d). */
const ownerProvisions: Record<Jurisdiction, string> = { NZL: 'NZ s11(1)(b)', AUS: 'AU s28(2)(d)' };

/** Verification of a person who acts on the client's behalf: NZ s11(1)(c), AU s28(2)(c). */
const actingProvisions: Record<Jurisdiction, string> = { NZL: 'NZ s11(1)(c)', AUS: 'AU s28(2)(c)' };

const actingRoles: readonly PartyRole[] = ['authorisedRepresentative', 'actingFor'];

const behindLabels: Record<NonNullable<Extract<OwnerBasis, { kind: 'controls' }>['behind']>, string> = {
  owns: 'owns enough of',
  controls: 'controls',
  directs: 'directs',
};

/** A basis as text after the person's name. `getName` returns the name of a node. */
export function formatBasis(basis: OwnerBasis, rootId: string, getName: (id: string) => string): string {
  if (basis.kind === 'owns') {
    return `owns ${formatPercent(basis.share)} % of the client`;
  }
  const [holder] = basis.throughIds;
  const last = basis.throughIds.at(-1);
  const isOfRoot = basis.ofId === rootId;
  const asRole =
    controlRoles[basis.role] ?? (basis.role === 'partner' ? 'is a partner' : 'controls the client');
  const role =
    holder === undefined || last === undefined
      ? asRole
      : `${behindLabels[basis.behind ?? 'controls']} ${getName(last)}, through which ${holder === last ? 'it' : getName(holder)} ${asRole}`;
  return isOfRoot
    ? role
    : `${role} (${getName(basis.ofId)}, which owns ${formatPercent(basis.ofShare)} % of the client)`;
}

/**
 * Who must be verified, and why, under each country's law: beneficial owners in the order of the resolved people, then
 * people who act for the client. Source: NZ s11(1)(b), (c); AU s28(2)(c), (d).
 */
export function mustVerify(
  graph: OwnershipGraph,
  ownership: Ownership,
  applying: readonly Jurisdiction[],
): MustVerify[] {
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  const getName = (id: string) => names.get(id) ?? '';
  const found = new Map<string, MustVerify>();
  const add = (nodeId: string, reason: VerifyReason) => {
    const entry = found.get(nodeId) ?? { nodeId, name: getName(nodeId), reasons: [] };
    const isNew = entry.reasons.every(
      ({ jurisdiction, text }) => jurisdiction !== reason.jurisdiction || text !== reason.text,
    );
    if (isNew) entry.reasons.push(reason);
    found.set(nodeId, entry);
  };
  for (const person of ownership.people) {
    for (const { jurisdiction, because } of person.counts) {
      for (const basis of because) {
        add(person.nodeId, {
          code: basis.kind === 'owns' ? 'owner' : 'control',
          jurisdiction,
          provision: ownerProvisions[jurisdiction],
          text: formatBasis(basis, graph.rootId, getName),
        });
      }
    }
  }
  for (const { by, of, role } of graph.controls) {
    if (of !== graph.rootId || !actingRoles.includes(role)) continue;
    const text = role === 'actingFor' ? 'is the person the client acts for' : 'acts on the client’s behalf';
    for (const jurisdiction of applying) {
      add(by, { code: 'acting', jurisdiction, provision: actingProvisions[jurisdiction], text });
    }
  }
  return [...found.values()];
}
