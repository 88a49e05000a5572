import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { createControls } from '../controls.ts';
import type { NodeEnv } from '../listen.ts';
import { readIdentityError, refusal } from './errors.ts';
import { addEmailRoutes } from './mail-routes.ts';
import { addManagementRoutes } from './management-routes.ts';
import type { Identity } from './open-service.ts';
import { addPasswordRoutes } from './password-routes.ts';
import { forManagement, forProject, type IdentityEnv } from './requests.ts';
import { addSessionRoutes } from './session-routes.ts';

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
  addSessionRoutes(vendor, identity);
  addManagementRoutes(vendor, identity);

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
