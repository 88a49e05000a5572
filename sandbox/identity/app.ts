import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { createControls } from '../controls.ts';
import type { NodeEnv } from '../listen.ts';
import { readIdentityError, refusal } from './errors.ts';
import { addEmailRoutes } from './mail-routes.ts';
import { addManagementRoutes } from './management-routes.ts';
import type { Identity } from './open-service.ts';
import { addPasskeyRoutes } from './passkey-routes.ts';
import { addPasswordRoutes } from './password-routes.ts';
import { forManagement, forProject, type IdentityEnv } from './requests.ts';
import { addSessionRoutes } from './session-routes.ts';
import { addSsoRoutes } from './sso-routes.ts';
import { addTotpRoutes, totpCode } from './totp-routes.ts';

const maxBodyBytes = 64 * 1024;

/**
 * The sandbox identity service as an app: the vendor's paths, and `/__sandbox/{outbox,log,faults}`. Every response is
 * JSON, even an empty one: the SDK cannot read anything else.
 */
export function createIdentityApp(identity: Identity): Hono<NodeEnv> {
  const vendor = new Hono<IdentityEnv>();
  vendor.use(bodyLimit({ maxSize: maxBodyBytes, onError: () => tooLarge() }));
  vendor.use('/v1/auth/*', forProject(identity));
  vendor.use('/v1/mgmt/*', forManagement(identity));
  vendor.use('/v2/mgmt/*', forManagement(identity));
  addPasswordRoutes(vendor, identity);
  addEmailRoutes(vendor, identity);
  addTotpRoutes(vendor, identity);
  addPasskeyRoutes(vendor, identity);
  addSessionRoutes(vendor, identity);
  addManagementRoutes(vendor, identity);
  addSsoRoutes(vendor, identity);

  const controls = createControls({
    now: identity.now,
    errorBody: (status) => ({
      errorCode: status === 429 ? 'E130429' : 'E500000',
      errorDescription: 'Sandbox fault',
    }),
  });
  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.get('/__sandbox/outbox', (c) => {
    const limit = Number(c.req.query('limit') ?? 100);
    return c.json({ mails: identity.outbox.list({ to: c.req.query('to'), limit: limit > 0 ? limit : 100 }) });
  });
  // What the authenticator app of a demo account would show: its key is public.
  app.get('/__sandbox/authenticator', (c) => {
    const totp = identity.users.byLoginId(c.req.query('loginId') ?? '')?.totp;
    return c.json(totp?.isVisible ? { code: totpCode(totp.key, identity.now()) } : {});
  });
  app.route('/__sandbox', controls.routes);
  app.route('/', vendor);
  app.notFound((c) =>
    c.json({ errorCode: 'E011003', errorDescription: 'Invalid request', errorMessage: 'No such call' }, 404),
  );
  app.onError((error, c) => {
    const errorResponse = readIdentityError(error);
    if (errorResponse)
      return Response.json(errorResponse.body, {
        status: errorResponse.status,
        headers: errorResponse.headers,
      });
    if (error instanceof HTTPException) return error.getResponse();
    console.error('Identity sandbox service:', error);
    return c.json({ errorCode: 'E500000', errorDescription: 'Internal error' }, 500);
  });
  return app;
}

function tooLarge(): never {
  throw refusal('badRequest', 'The body is too large', { status: 413, closesConnection: true });
}
