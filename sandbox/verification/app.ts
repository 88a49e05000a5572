import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { createControls } from '../controls.ts';
import { createRateLimit } from '../limits.ts';
import type { NodeEnv } from '../listen.ts';
import { isSameSecret } from '../same-secret.ts';
import { type CaptureBook, captureBody } from './captures.ts';
import { addDocumentChecks, type Waiting } from './document-checks.ts';
import { badRequest, readBody } from './requests.ts';

/** Burst size and refill rate (requests a second) before 429. */
export type VerificationLimits = { burst: number; perSecond: number };

const defaultVerificationLimits: VerificationLimits = { burst: 60, perSecond: 10 };

const maxBodyBytes = 16 * 1_024;
const maxCaptureSeconds = 14 * 86_400;

const delivery = z.object({
  channel: z.enum(['email', 'sms']),
  to: z.string().min(3).max(254),
  message: z.string().max(500).optional(),
});

const newCapture = z.object({
  /** Recipient to whom the gateway sends the link; without it the caller delivers the link. */
  delivery: delivery.optional(),
  clientReference: z.string().min(1).max(100),
  givenName: z.string().max(100),
  familyName: z.string().min(1).max(100),
  callbackUrl: z.url({ protocol: /^https?$/, hostname: /.*/ }).max(500),
  expiresInSeconds: z
    .int()
    .min(60)
    .max(maxCaptureSeconds)
    .default(7 * 86_400),
});

/**
 * The sandbox verification gateway: checks at issuers and data sources, `POST /capture/v1/sessions`, `GET
 * /capture/v1/sessions/{captureReference}`, `POST …/cancel`, `DELETE …/images`, and `/__sandbox/{log,faults}`. Header `token`.
 * @param captureUrl returns the phone page's URL for a capture's token
 */
export function createVerificationApp(deps: {
  captures: CaptureBook;
  token: string;
  captureUrl: (token: string) => string;
  /** Shows the link in the outbox; nothing is sent. */
  deliver: (recipient: z.output<typeof delivery>, link: { givenName: string; url: string }) => void;
  now: () => Date;
  limits?: Partial<VerificationLimits>;
  waiting: Waiting;
}): Hono<NodeEnv> {
  const rate = createRateLimit({ now: deps.now, ...defaultVerificationLimits, ...deps.limits });
  const controls = createControls({
    now: deps.now,
    errorBody: (status) => ({ status, message: 'Sandbox fault' }),
  });

  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.route('/__sandbox', controls.routes);
  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header('token'), deps.token)) {
      return c.json({ status: 401, message: 'The token is missing or invalid.' }, 401);
    }
    const waitSeconds = rate.take('token');
    if (waitSeconds > 0) {
      c.header('Retry-After', String(waitSeconds));
      return c.json({ status: 429, message: 'Too many requests.' }, 429);
    }
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (c) => c.json({ status: 413, message: 'The body is too large.' }, 413),
    }),
  );

  addDocumentChecks(app, deps.waiting);
  addCaptureRoutes(app, deps);

  app.notFound((c) => c.json({ status: 404, message: 'No such call.' }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error('Verification sandbox service:', error);
    return c.json({ status: 500, message: 'Internal error.' }, 500);
  });
  return app;
}

/** Capture sessions: created, read, cancelled, and their images deleted. */
function addCaptureRoutes(
  app: Hono<NodeEnv>,
  deps: Pick<Parameters<typeof createVerificationApp>[0], 'captures' | 'captureUrl' | 'deliver'>,
): void {
  app.post('/capture/v1/sessions', async (c) => {
    const read = await readBody(c, newCapture);
    if (!read.ok) return badRequest(c, read.problem);
    const { delivery: recipient, ...wanted } = read.body;
    const capture = deps.captures.create(wanted);
    const url = deps.captureUrl(capture.token);
    if (recipient) deps.deliver(recipient, { givenName: capture.givenName, url });
    return c.json({ ...captureBody(capture), url }, 201);
  });
  app.get('/capture/v1/sessions/:reference', (c) => {
    const capture = deps.captures.byReference(c.req.param('reference'));
    return capture ? c.json(captureBody(capture)) : c.json({ status: 404, message: 'No such session.' }, 404);
  });
  app.post('/capture/v1/sessions/:reference/cancel', (c) => {
    const capture = deps.captures.byReference(c.req.param('reference'));
    if (!capture) return c.json({ status: 404, message: 'No such session.' }, 404);
    if (capture.status === 'COMPLETED')
      return c.json({ status: 409, message: 'The session is completed.' }, 409);
    return c.json(captureBody(capture.status === 'CANCELLED' ? capture : deps.captures.cancel(capture)));
  });
  app.delete('/capture/v1/sessions/:reference/images', (c) => {
    const captureReference = c.req.param('reference');
    const capture = deps.captures.byReference(captureReference);
    if (!capture) return c.json({ status: 404, message: 'No such session.' }, 404);
    return c.json({ captureReference, ...deps.captures.deleteImages(capture) });
  });
}
