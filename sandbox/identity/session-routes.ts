import type { Hono } from 'hono';
import { toSessionResponse } from './complete-sign-in.ts';
import { refusal } from './errors.ts';
import type { Identity } from './open-service.ts';
import type { IdentityEnv } from './requests.ts';
import { toUserResponse } from './users.ts';

/** `/v1/auth/refresh`, `logout`, `logoutall` and `me`, with the refresh token as bearer, and the public keys. */
export function addSessionRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.get('/v2/keys/:projectId', (c) => {
    if (c.req.param('projectId') !== identity.projectId)
      throw refusal('invalidRequest', 'Unknown project id');
    return c.json({ keys: [identity.key.publicJwk] });
  });

  app.post('/v1/auth/refresh', async (c) => {
    const { user, tokens } = await identity.sessions.refresh(c.get('token'));
    return c.json(toSessionResponse(identity, user, tokens, false));
  });

  app.post('/v1/auth/logout', async (c) => {
    await identity.sessions.end(c.get('token'));
    return c.json({});
  });

  app.post('/v1/auth/logoutall', async (c) => {
    const user = await identity.sessions.require(c.get('token'));
    identity.sessions.endAll(user.userId);
    return c.json({});
  });

  app.get('/v1/auth/me', async (c) =>
    c.json(toUserResponse(await identity.sessions.require(c.get('token')))),
  );
}
