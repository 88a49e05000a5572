/** The whole stylesheet of the payment pages; it stands in the page, named by its hash in the content security policy. */
export const paymentStyles = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; color: #1a1d1f; background: #f6f7f7; }
main { max-width: 520px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 20px; font-weight: 600; margin: 0 0 8px; }
h2 { font-size: 16px; font-weight: 600; margin: 24px 0 8px; }
p, ul { margin: 8px 0 0; }
ul { padding-left: 20px; }
a, summary { color: #0b5c5a; }
summary { margin-top: 16px; cursor: pointer; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; margin: 16px 0 0; padding: 12px 16px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
dt { color: #4a5357; } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
fieldset { margin: 16px 0 0; padding: 8px 16px 12px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
legend { font-weight: 600; padding: 0 4px; }
label { display: flex; gap: 12px; align-items: center; min-height: 40px; }
input { width: 20px; height: 20px; margin: 0; flex: none; accent-color: #0b5c5a; }
.note { padding: 12px 16px; background: #fff8e6; border: 1px solid #d9b64c; border-radius: 4px; }
.problem { padding: 12px 16px; background: #fdf0ef; border: 1px solid #b3261e; border-radius: 4px; }
button { margin-top: 12px; min-height: 44px; padding: 0 16px; font: inherit; font-weight: 600; color: #fff; background: #0b5c5a; border: 0; border-radius: 4px; }
:focus-visible { outline: 2px solid #0b5c5a; outline-offset: 2px; }
`;
