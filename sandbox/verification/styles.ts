/** The whole stylesheet of the verification pages; it stands in the page, named by its hash in the content security policy. */
export const verificationStyles = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; color: #1a1d1f; background: #f6f7f7; }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px 48px; }
main.phone { max-width: 420px; font-size: 16px; }
h1 { font-size: 20px; font-weight: 600; margin: 0 0 4px; }
h2 { font-size: 15px; font-weight: 600; margin: 32px 0 8px; }
p { margin: 8px 0 0; }
a { color: #0b5c5a; overflow-wrap: anywhere; }
.lead { color: #4a5357; }
code { font: 13px ui-monospace, Menlo, Consolas, monospace; }
td:nth-child(2) { min-width: 136px; }
.scroll { overflow-x: auto; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
caption { text-align: left; padding: 8px 12px 0; color: #4a5357; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px; border-top: 1px solid #d9dedf; font-variant-numeric: tabular-nums; }
thead th { border-top: 0; font-weight: 600; color: #4a5357; }
fieldset { margin: 16px 0 0; padding: 8px 16px 16px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
legend { font-weight: 600; padding: 0 4px; }
label { display: flex; gap: 12px; align-items: center; min-height: 44px; }
input { width: 20px; height: 20px; margin: 0; flex: none; accent-color: #0b5c5a; }
.note { padding: 12px 16px; margin-top: 16px; background: #fff8e6; border: 1px solid #d9b64c; border-radius: 4px; }
.problem { padding: 12px 16px; margin-top: 16px; background: #fdf0ef; border: 1px solid #b3261e; border-radius: 4px; }
button { margin-top: 16px; min-height: 44px; padding: 0 16px; font: inherit; font-weight: 600; color: #fff; background: #0b5c5a; border: 0; border-radius: 4px; }
.phone button { width: 100%; }
:focus-visible { outline: 2px solid #0b5c5a; outline-offset: 2px; }
`;
