import type { PartyRole } from '#rules/clients/client-parties.ts';
import { addFractions, compareFractions, type Fraction, fraction, zero } from '#rules/fractions.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { controlRoles } from './control-roles.ts';
import { flowFrom } from './effective-ownership.ts';
import { type Control, endsSearch, type IndexedGraph } from './graph.ts';
import { shareIsEnough } from './thresholds.ts';

/** A person who controls an entity by a role, directly or through the entity that holds the role. */
export type Controller = {
  person: number;
  role: PartyRole;
  /** Entities between the person and the role, from the one that holds the role; empty when the person holds it. */
  through: number[];
  /** How the person relates to the last entity of `through`. */
  behind?: 'owns' | 'controls' | 'directs';
};

/** An entity that holds a role and has no identified controllers. */
export type ControllerGap = { entity: number; role: PartyRole };

const half = fraction(1n, 2n);

/** Bounds the recursion; deeper than any real chain of trustee companies. */
const maxEntitiesBetweenYields = 8;

/** A partner controls a partnership only where no share is recorded for that partner. */
function isControl(graph: IndexedGraph, { by, role }: Control, of: number): boolean {
  if (controlRoles[role] !== undefined) return true;
  if (role !== 'partner' || graph.nodes[of]?.kind !== 'partnership') return false;
  return !(graph.edgesOf[of] ?? []).some(({ to }) => graph.nodes[to]?.id === by);
}

/**
 * Controllers of an entity by role under one country's law: people who hold a role of control in it, and for an entity that holds
 * one (a trustee company) its own owners and controllers or, if it has neither, its directors.
 */
export function getControllers(
  graph: IndexedGraph,
  entity: number,
  jurisdiction: Jurisdiction,
): { controllers: Controller[]; gaps: ControllerGap[] } {
  const controllers: Controller[] = [];
  const gaps: ControllerGap[] = [];

  function behind(holder: number, role: PartyRole, through: number[]): void {
    const node = graph.nodes[holder];
    if (node === undefined) return;
    if (node.kind === 'person') {
      controllers.push({
        person: holder,
        role,
        through,
        ...(through.length > 0 ? { behind: 'controls' } : {}),
      });
      return;
    }
    if (endsSearch(node)) return;
    if (through.includes(holder) || through.length >= maxEntitiesBetweenYields) {
      gaps.push({ entity: holder, role });
      return;
    }
    const chain = [...through, holder];
    const before = controllers.length;
    const { reaches } = flowFrom(graph, holder);
    reaches.forEach((share, person) => {
      if (graph.nodes[person]?.kind === 'person' && shareIsEnough(share, jurisdiction)) {
        controllers.push({ person, role, through: chain, behind: 'owns' });
      }
    });
    for (const control of graph.controlsByNode[holder] ?? []) {
      if (isControl(graph, control, holder)) behind(graph.indexOf.get(control.by) ?? -1, role, chain);
    }
    if (controllers.length > before) return;
    for (const { by, role: inHolder } of graph.controlsByNode[holder] ?? []) {
      const person = graph.indexOf.get(by) ?? -1;
      if (inHolder === 'director' && graph.nodes[person]?.kind === 'person') {
        controllers.push({ person, role, through: chain, behind: 'directs' });
      }
    }
    if (controllers.length === before) gaps.push({ entity: holder, role });
  }

  for (const control of graph.controlsByNode[entity] ?? []) {
    if (isControl(graph, control, entity)) behind(graph.indexOf.get(control.by) ?? -1, control.role, []);
  }
  return { controllers, gaps };
}

/** Person whose chain of majority holdings controls part of the client's votes. */
export type MajorityControl = {
  person: number;
  /** Part of the client's votes that the person controls, including own shares. */
  votes: Fraction;
  /** Direct holders of the client through which the person has control. */
  through: number[];
};

/**
 * People who control direct holders of the client through a chain of majority (over 50 %) holdings. Multiplied
 * percentages miss this: 51 % of a company that holds 45 % is 22.95 % owned but decides 45 %. Reported for a person to
 * consider as control; not a beneficial owner on its own. Source: NZ s5 (effective control); AU s11.
 */
export function majorityControls(graph: IndexedGraph, root: number): MajorityControl[] {
  const getMajorityHolder = (entity: number) =>
    (graph.edgesOf[entity] ?? []).find(({ share, joint }) => !joint && compareFractions(share, half) > 0)?.to;
  const decides = (holder: number): number | undefined => {
    const passed = new Set<number>([root]);
    for (let at: number | undefined = holder; at !== undefined; at = getMajorityHolder(at)) {
      if (graph.nodes[at]?.kind === 'person') return at;
      if (passed.has(at)) return undefined;
      passed.add(at);
    }
    return undefined;
  };
  const byMember = new Map<number, MajorityControl>();
  for (const { to, share } of graph.edgesOf[root] ?? []) {
    const person = decides(to);
    if (person === undefined) continue;
    const so = byMember.get(person) ?? { person, votes: zero, through: [] };
    byMember.set(person, {
      person,
      votes: addFractions(so.votes, share),
      through: to === person ? so.through : [...so.through, to],
    });
  }
  return [...byMember.values()].filter(({ through }) => through.length > 0);
}
