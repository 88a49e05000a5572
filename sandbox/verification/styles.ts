import { formPageStyles } from '../page.ts';

/** Additional styles of the verification pages. */
export const verificationStyles = `${formPageStyles}
main.phone { max-width: 420px; font-size: 1rem; }
h2 { font-size: 0.9375rem; font-weight: 600; margin: 32px 0 8px; }
a { overflow-wrap: anywhere; }
.lead { color: #4a5357; }
code { font: 0.8125rem ui-monospace, Menlo, Consolas, monospace; }
td:nth-child(2) { min-width: 136px; }
.scroll { overflow-x: auto; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
caption { text-align: left; padding: 8px 12px 0; color: #4a5357; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px; border-top: 1px solid #d9dedf; font-variant-numeric: tabular-nums; }
thead th { border-top: 0; font-weight: 600; color: #4a5357; }
.phone button { width: 100%; }
`;
