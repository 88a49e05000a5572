/** Inputs of a document's security headers. */
export interface DocumentPolicy {
  /** Random per response; only inline scripts that carry it run. */
  nonce: string;
  isHttps: boolean;
  /** Vite's development server uses inline styles and reloads over a WebSocket. */
  isDevelopment: boolean;
  /** Origins that a form may end up at: the payment provider's pages. */
  formTargets?: readonly string[];
}

/** Sets the content type and every security header of an HTML document. */
export function setDocumentHeaders(headers: Headers, policy: DocumentPolicy): void {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(policy));
  setCommonHeaders(headers, policy.isHttps);
}

/**
 * Adds security headers to a response that is not a document, such as a redirect; a document has its own and is returned unchanged.
 * Under `default-src 'none'` nothing in it runs, should a browser render it.
 */
export function withSecurityHeaders(
  response: Response,
  { isHttps }: Pick<DocumentPolicy, 'isHttps'>,
): Response {
  if (response.headers.has('Content-Security-Policy')) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  setCommonHeaders(headers, isHttps);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Headers of every response of the web. */
function setCommonHeaders(headers: Headers, isHttps: boolean): void {
  // `no-referrer` would make plain forms send `Origin: null`, which the origin check rejects.
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // Pages hold personal data, which must not stay in a shared computer's cache after sign-out.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (isHttps) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

function contentSecurityPolicy({ nonce, isHttps, isDevelopment, formTargets = [] }: DocumentPolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    // Without JavaScript, browsers apply `form-action` to the redirects of a post too.
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
