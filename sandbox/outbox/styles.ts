/** Additional styles of the outbox. */
export const outboxStyles = `
h2 { font-size: 0.9375rem; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
.lead, .meta, .count { color: #4a5357; }
form { margin-top: 16px; }
label { display: block; font-weight: 600; }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 4px; }
input { flex: 1 1 200px; min-width: 0; min-height: 36px; padding: 0 8px; font: inherit; color: inherit; background: #fff; border: 1px solid #7a8589; border-radius: 4px; }
button { min-height: 36px; padding: 0 12px; }
.count { margin: 16px 0 8px; font-variant-numeric: tabular-nums; }
.empty { padding: 24px 16px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
.emails { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
article { padding: 12px 16px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
.meta { display: flex; flex-wrap: wrap; gap: 0 16px; margin-top: 2px; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.meta span, .link span { overflow-wrap: anywhere; }
.meta strong { font-weight: 600; color: #1a1d1f; }
.code code { font: 600 1.25rem/1.4 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 2px; user-select: all; }
.link a { display: inline-block; font-weight: 600; padding: 4px 0; margin-right: 8px; }
.link span { font-size: 0.8125rem; color: #4a5357; }
summary { cursor: pointer; margin-top: 8px; padding: 4px 0; color: #0b5c5a; width: fit-content; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
