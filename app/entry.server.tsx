import { randomBytes } from 'node:crypto';
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { wholeDocument } from './document/buffer-document.server.ts';
import { NonceContext } from './document/nonce.ts';
import { setDocumentHeaders } from './document/security-headers.server.ts';
import { pathForLogs } from './document-request-path.ts';
import { appEnv } from './env.server.ts';
import { log } from './log.server.ts';
import { neutralIn, neutralPage } from './routes/public-document-request/unavailable-page.server.ts';

// A missing variable stops the start, not the first visitor.
const { isHttps, nodeEnv, paymentOrigins } = appEnv();

/** Milliseconds after which the rendering of a document is aborted. */
const renderTimeoutMs = 10_000;

/** Milliseconds that streamed data may take; shorter, so that its failure can still be rendered. */
export const streamTimeout = renderTimeoutMs - 1000;

/** Renders a document. Pages have no deferred data, so the whole document is ready at once. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  setDocumentHeaders(headers, {
    nonce,
    isHttps,
    isDevelopment: nodeEnv === 'development',
    formTargets: paymentOrigins,
  });
  const neutral = neutralIn(remixContext.staticHandlerContext.errors);
  if (neutral !== undefined) return Promise.resolve(neutralPage(neutral, headers));
  return new Promise((resolve, reject) => {
    let hasShell = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} abortDelay={renderTimeoutMs} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          hasShell = true;
        },
        onAllReady() {
          pipe(wholeDocument((document) => resolve(new Response(document, { headers, status }))));
          clearTimeout(timer);
        },
        onShellError: reject,
        onError(error: unknown) {
          // Errors that break the shell are reported by the rejection.
          if (hasShell)
            log().error({ err: error, path: pathForLogs(new URL(request.url).pathname) }, 'rendering failed');
        },
      },
    );
    const timer = setTimeout(abort, renderTimeoutMs);
  });
}

/** Called by Remix for errors that no guard turned into a response, such as a failed render. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  const pathname = pathForLogs(new URL(request.url).pathname);
  if (isRouteErrorResponse(error) && error.status < 500) {
    log().info({ path: pathname, status: error.status }, 'refused');
    return;
  }
  log().error({ err: error, path: pathname, method: request.method }, 'request failed');
}
