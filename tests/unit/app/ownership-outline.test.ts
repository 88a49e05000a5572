import { expect, it } from 'vitest';
import type { OwnershipView } from '#contract/business-verifications/ownership.ts';
import { getOutline } from '../../../app/components/ownership/ownership-outline.server.ts';

type Node = OwnershipView['nodes'][number];

const node = (id: string, kind: Node['kind'], effectivePercent: string | null = null): Node => ({
  id,
  name: id,
  kind,
  numbers: {},
  country: null,
  layer: 1,
  effectivePercent,
  client: null,
  extractId: null,
  status: null,
  expansion: 'notNeeded',
  expansionProblem: null,
});
const holding = (of: string, percent: string, ...holders: string[]): OwnershipView['edges'][number] => ({
  id: `${of} ${holders}`,
  of,
  holders,
  percent,
  shares: null,
  beneficiallyHeld: null,
  heldFor: [],
  source: 'registry',
  isEvidenced: true,
  evidenceId: null,
});
const director = {
  role: 'director',
  note: null,
  source: 'registry',
  isEvidenced: true,
  evidenceId: null,
} as const;
const view = (parts: Partial<OwnershipView>): OwnershipView => ({
  nodes: [],
  edges: [],
  controls: [],
  people: [],
  thresholds: [],
  unresolvedPercent: '0',
  unresolved: [],
  findings: [],
  consider: [],
  fallbacks: [],
  layers: 1,
  ...parts,
});

it('lists each owner under what it owns, with share and role together', () => {
  const outline = getOutline(
    view({
      nodes: [
        node('client', 'company'),
        node('Holdings', 'company', '60'),
        node('Aroha', 'person', '70'),
        node('Tui', 'person', '30'),
      ],
      edges: [
        holding('client', '60', 'Holdings'),
        holding('client', '40', 'Aroha'),
        holding('Holdings', '50', 'Aroha', 'Tui'),
      ],
      controls: [
        { id: 'r', by: 'Aroha', of: 'client', ...director },
        { id: 's', by: 'Rata', of: 'Holdings', ...director },
      ],
    }),
  );
  expect(outline.map(({ name, shares, effective }) => [name, shares, effective])).toEqual([
    ['Holdings', ['60 %'], null],
    ['Aroha', ['40 %', 'Director'], null],
  ]);
  expect(outline[0]?.entries.map(({ name, shares, effective }) => [name, shares, effective])).toEqual([
    ['Aroha', ['50 %, jointly'], '70 % of the client'],
    ['Tui', ['50 %, jointly'], '30 % of the client'],
  ]);
});

it('lists the owners of an entity once, and ends where holdings are circular', () => {
  const nodes = [node('client', 'company'), node('A', 'company'), node('B', 'company')];
  const edges = [
    holding('client', '50', 'A'),
    holding('client', '50', 'B'),
    holding('A', '100', 'B'),
    holding('B', '100', 'A', 'client'),
  ];
  const flat = (entries: ReturnType<typeof getOutline>): string[] =>
    entries.flatMap((entry) => [
      `${entry.name}${entry.isRepeated ? ' again' : ''}`,
      ...flat(entry.entries).map((line) => `- ${line}`),
    ]);
  expect(flat(getOutline(view({ nodes, edges })))).toEqual([
    'A',
    '- B',
    '- - A again',
    '- - client again',
    'B again',
  ]);
});
