/** What the headers of a document depend on. */
export interface DocumentPolicy {
  /** Random for each answer; only scripts that carry it run inline. */
  nonce: string;
  isHttps: boolean;
  /** Vite's development server writes styles inline and reloads over a web socket. */
  isDevelopment: boolean;
  /** Where a form may lead in the end: the payment service's pages. */
  formTargets?: readonly string[];
}

/** Sets the content type and every security header of an HTML document. */
export function setDocumentHeaders(headers: Headers, policy: DocumentPolicy): void {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(policy));
  setCommonHeaders(headers, policy.isHttps);
}

/**
 * Gives an answer that is no document, a redirect or a resource route's, what protects it; a document has its own headers and is
 * given back as it is. Under `default-src 'none'` nothing of it runs, should a browser show it after all.
 */
export function withSecurityHeaders(
  answer: Response,
  { isHttps }: Pick<DocumentPolicy, 'isHttps'>,
): Response {
  if (answer.headers.has('Content-Security-Policy')) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  setCommonHeaders(headers, isHttps);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** What is the same for every answer of the web. */
function setCommonHeaders(headers: Headers, isHttps: boolean): void {
  // `no-referrer` would make plain forms send `Origin: null`, which the origin check refuses.
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // Pages hold personal data: none is left in a shared computer's cache after signing out.
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
    // A browser without script follows a post's redirect only to where its form may lead.
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
