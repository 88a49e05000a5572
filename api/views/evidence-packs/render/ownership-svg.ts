import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { chartBox } from '#diagrams/ownership/chart.ts';
import { layOutOwnership } from '#diagrams/ownership/layout.ts';
import { type Html, html } from './html.ts';

type Ownership = NonNullable<BusinessVerification['ownership']>;

/** Larger structures are unreadable as a drawing; the table below contains everything. */
const maxRendered = 120;

const corners = (points: readonly { x: number; y: number }[]) =>
  points.map(({ x, y }) => `${x},${y}`).join(' ');

/** A label with a background, so that lines do not cross its text. */
function label({ text, x, y }: { text: string; x: number; y: number }): Html {
  const width = text.length * 6 + 6;
  return html`<rect x="${x - width / 2}" y="${y - 8}" width="${width}" height="16" fill="#fff"/><text x="${x}" y="${y + 4}" text-anchor="middle" font-size="11">${text}</text>`;
}

/** The ownership structure as self-contained SVG; nothing if it is empty or too large. */
export function ownershipDrawing({ nodes, edges, controls, people }: Ownership): Html {
  if (nodes.length < 2 || nodes.length > maxRendered) return html``;
  const chart = layOutOwnership({
    rootId: 'client',
    nodes,
    holdings: edges.map(({ id, of, holders, percent, beneficiallyHeld, heldFor }) => {
      return { id, of, holders, share: { percent }, beneficiallyHeld, heldFor };
    }),
    controls: controls.map(({ id, by, of, role }) => ({ id, by, of, role })),
  });
  const owners = new Set(people.filter(({ counts }) => counts.length > 0).map(({ nodeId }) => nodeId));
  const { width, height } = chartBox;
  const boxes = chart.nodes.map(({ id, kind, x, y, lines }) => {
    const isOwner = owners.has(id);
    const first = height / 2 - ((lines.length - 1) * 15) / 2 + 4;
    return html`<g transform="translate(${x},${y})"><rect width="${width}" height="${height}" rx="${kind === 'person' ? height / 2 : 3}" fill="${isOwner ? '#e3f1ef' : '#fff'}" stroke="${isOwner ? '#0b5f5a' : '#55605e'}" stroke-width="${isOwner ? 2 : 1}"/>${lines.map(
      (line, index) =>
        html`<text x="${width / 2}" y="${first + index * 15}" text-anchor="middle" font-weight="600">${line}</text>`,
    )}</g>`;
  });
  const ties = chart.ties.map(
    ({ points, label: word }) =>
      html`<polyline points="${corners(points)}" fill="none" stroke="#55605e" stroke-dasharray="2 4"/>${label(word)}`,
  );
  const lines = chart.edges.map(
    ({ points, isNominee }) =>
      html`<polyline points="${corners(points)}" fill="none" stroke="#16201f" stroke-width="1.5"${isNominee ? html` stroke-dasharray="6 4"` : ''}/>`,
  );
  return html`<figure><svg role="img" aria-label="Ownership chart; the table below shows the same information" viewBox="0 0 ${chart.width} ${chart.height}" width="${chart.width}" height="${chart.height}">${ties}${lines}${chart.edges.map((edge) => label(edge.label))}${boxes}</svg><figcaption class="hint">The client is at the top, with owners below. Beneficial owners are framed in green.</figcaption></figure>`;
}
