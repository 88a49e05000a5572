import type { PartyRole } from '#rules/clients/client-parties.ts';
import type {
  Control,
  Holding,
  OwnershipGraph,
  OwnershipNode,
  OwnershipNodeKind,
} from '#rules/ownership/graph.ts';

const otherKinds: OwnershipNodeKind[] = [
  'trust',
  'partnership',
  'limitedPartnership',
  'estate',
  'society',
  'listedIssuer',
  'government',
  'other',
];

/**
 * A structure from a few words, so that a table of them can be read. The client is R.
 * - `R = trust` says what R is; else a name in lower case is a person and one in capitals a company.
 * - `R < a 50` a holds 50 % of R; `R < a+b 40` together; `R < a #300` holds 300 shares; `R # 1000` has issued 1000.
 * - `R < n 30 for x` held for x (`for ?`: nobody knows for whom).
 * - `R ! a trustee` a is a trustee of R.
 */
export function structure(text: string): OwnershipGraph {
  const nodes = new Map<string, OwnershipNode>();
  const holdings: Holding[] = [];
  const controls: Control[] = [];
  const node = (id: string): OwnershipNode => {
    const made = nodes.get(id) ?? {
      id,
      name: id,
      kind: id === id.toLowerCase() ? ('person' as const) : ('company' as const),
    };
    nodes.set(id, made);
    return made;
  };
  for (const line of text.split(/[\n;]/)) {
    const [subject = '', sign, ...words] = line.trim().split(/\s+/);
    if (subject === '') continue;
    node(subject);
    const [first = '', second = ''] = words;
    if (sign === '=') {
      nodes.set(subject, { ...node(subject), kind: otherKinds.find((kind) => kind === first) ?? 'other' });
    } else if (sign === '#') nodes.set(subject, { ...node(subject), issuedShares: first });
    else if (sign === '!') {
      node(first);
      controls.push({ id: `c${controls.length}`, by: first, of: subject, role: second as PartyRole });
    } else if (sign === '<') {
      const holders = first.split('+');
      for (const holder of holders) node(holder);
      const heldFor =
        words[2] === 'for' ? (words[3] ?? '?').split('+').filter((id) => id !== '?') : undefined;
      for (const id of heldFor ?? []) node(id);
      holdings.push({
        id: `h${holdings.length}`,
        of: subject,
        holders,
        share: second.startsWith('#') ? { shares: second.slice(1) } : { percent: second },
        beneficiallyHeld: heldFor ? false : null,
        ...(heldFor ? { heldFor } : {}),
      });
    } else throw new Error(`Cannot read “${line}”`);
  }
  return { rootId: 'R', nodes: [...nodes.values()], holdings, controls };
}
