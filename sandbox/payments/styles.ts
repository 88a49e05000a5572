import { formPageStyles } from '../page.ts';

/** Additional styles of the payment pages. */
export const paymentStyles = `${formPageStyles}
body { font-size: 1rem; }
main { max-width: 520px; }
h1 { margin-bottom: 8px; }
h2 { font-size: 1rem; font-weight: 600; margin: 24px 0 8px; }
ul { margin: 8px 0 0; padding-left: 20px; }
summary { margin-top: 16px; cursor: pointer; color: #0b5c5a; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; margin: 16px 0 0; padding: 12px 16px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
dt { color: #4a5357; } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
`;
