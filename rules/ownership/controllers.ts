import type { PartyRole } from '#rules/client-parties.ts';
import { addFractions, compareFractions, type Fraction, fraction, zero } from '#rules/fractions.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import { controlRoles } from './control-roles.ts';
import { flowFrom } from './flow.ts';
import type { Control, IndexedGraph } from './graph.ts';
import { shareIsEnough } from './thresholds.ts';

/** A person who controls an entity by a role, directly or through whoever holds the role. */
export type Controller = {
  person: number;
  role: PartyRole;
  /** Entities between the person and the role, from the one that holds the role; empty when the person holds it. */
  through: number[];
  /** How the person stands behind the last of `through`. */
  behind?: 'owns' | 'controls' | 'directs';
};

/** A role's holder who is an entity behind which nobody was found. */
export type ControllerGap = { entity: number; role: PartyRole };

const half = fraction(1n, 2n);

/** Deeper than any real chain of trustee companies; a chain that names itself ends where it repeats. */
const mostEntitiesBetween = 8;

/** A partner of a partnership controls it where no share is stated for that partner. */
function isControl(graph: IndexedGraph, { by, role }: Control, of: number): boolean {
  if (controlRoles[role] !== undefined) return true;
  if (role !== 'partner' || graph.nodes[of]?.kind !== 'partnership') return false;
  return !(graph.edgesOf[of] ?? []).some(({ to }) => graph.nodes[to]?.id === by);
}

/**
 * Who controls an entity by role under one country's law: the people who hold a role of control in it, and behind an entity that
 * holds one (a trustee company) its own owners and controllers, or, where it has neither, its directors.
 */
export function controllersOf(
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
    if (node.kind === 'government' || node.kind === 'listedIssuer') return;
    if (through.includes(holder) || through.length >= mostEntitiesBetween) {
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
    for (const control of graph.controlsOf[holder] ?? []) {
      if (isControl(graph, control, holder)) behind(graph.indexOf.get(control.by) ?? -1, role, chain);
    }
    if (controllers.length > before) return;
    for (const { by, role: inHolder } of graph.controlsOf[holder] ?? []) {
      const person = graph.indexOf.get(by) ?? -1;
      if (inHolder === 'director' && graph.nodes[person]?.kind === 'person') {
        controllers.push({ person, role, through: chain, behind: 'directs' });
      }
    }
    if (controllers.length === before) gaps.push({ entity: holder, role });
  }

  for (const control of graph.controlsOf[entity] ?? []) {
    if (isControl(graph, control, entity)) behind(graph.indexOf.get(control.by) ?? -1, control.role, []);
  }
  return { controllers, gaps };
}

/** Somebody whose majorities, one above the other, decide over part of the client's votes. */
export type MajorityControl = {
  person: number;
  /** Part of the client whose votes the person decides over, own shares included. */
  votes: Fraction;
  /** Direct holders of the client through which that is so. */
  through: number[];
};

/**
 * Who decides over direct parts of the client by holding more than half of whoever holds them, more than half of whoever holds that,
 * and so on. Multiplied percentages miss this: 51 % of a company that holds 45 % is 22.95 % owned and 45 % decided over. It is
 * something for a person to consider as control, not a beneficial owner by itself. Source: NZ s5 (effective control); AU s11.
 */
export function majorityControls(graph: IndexedGraph, root: number): MajorityControl[] {
  const holderOfMajority = (entity: number) =>
    (graph.edgesOf[entity] ?? []).find(({ share, joint }) => !joint && compareFractions(share, half) > 0)?.to;
  const decides = (holder: number): number | undefined => {
    const passed = new Set<number>([root]);
    for (let at: number | undefined = holder; at !== undefined; at = holderOfMajority(at)) {
      if (graph.nodes[at]?.kind === 'person') return at;
      if (passed.has(at)) return undefined;
      passed.add(at);
    }
    return undefined;
  };
  const byPerson = new Map<number, MajorityControl>();
  for (const { to, share } of graph.edgesOf[root] ?? []) {
    const person = decides(to);
    if (person === undefined) continue;
    const so = byPerson.get(person) ?? { person, votes: zero, through: [] };
    byPerson.set(person, {
      person,
      votes: addFractions(so.votes, share),
      through: to === person ? so.through : [...so.through, to],
    });
  }
  return [...byPerson.values()].filter(({ through }) => through.length > 0);
}
