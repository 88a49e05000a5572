import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { NodeEnv } from './listen.ts';

/** Styles shared by the pages of all sandbox services. */
const commonStyles = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; font: 0.875rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; color: #1a1d1f; background: #f6f7f7; overflow-wrap: anywhere; }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 4px; }
p { margin: 8px 0 0; }
a { color: #0b5c5a; }
button { font: inherit; font-weight: 600; color: #fff; background: #0b5c5a; border: 0; border-radius: 4px; }
:focus-visible { outline: 2px solid #0b5c5a; outline-offset: 2px; }
`;

/** Styles of pages with a form. */
export const formPageStyles = `
fieldset { min-width: 0; margin: 16px 0 0; padding: 8px 16px 16px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
legend { font-weight: 600; padding: 0 4px; }
label { display: flex; gap: 12px; align-items: center; min-height: 44px; }
input { width: 20px; height: 20px; margin: 0; flex: none; accent-color: #0b5c5a; }
.note { padding: 12px 16px; margin-top: 16px; background: #fff8e6; border: 1px solid #d9b64c; border-radius: 4px; }
.problem { padding: 12px 16px; margin-top: 16px; background: #fdf0ef; border: 1px solid #b3261e; border-radius: 4px; }
button { margin-top: 16px; min-height: 44px; padding: 0 16px; }
`;

type Status = 200 | 402 | 404 | 409 | 410 | 422;

/** Renders one page from its heading and body. `html` escapes the values. */
export type ShowPage = (
  c: Context<NodeEnv>,
  heading: string,
  body: unknown,
  how?: { status?: Status; className?: string },
) => Response | Promise<Response>;

/**
 * Renders the sandbox pages: no script, frames or external content, not indexed, not cached. The single stylesheet,
 * common styles followed by `ownStyles`, is inline and allowed by its hash.
 */
export function sandboxPages(ownStyles: string): ShowPage {
  const styles = commonStyles + ownStyles;
  const styleHash = createHash('sha256').update(styles).digest('base64');
  const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (c, heading, body, { status = 200, className = '' } = {}) => {
    c.header('Content-Security-Policy', contentSecurityPolicy);
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'same-origin');
    return c.html(
      html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${heading}</title>
<style>${raw(styles)}</style>
</head>
<body><main class="${className}"><h1>${heading}</h1>${body}</main></body>
</html>`,
      status,
    );
  };
}
