import { expect, it } from 'vitest';
import { createRefreshOnce } from '#app/services/refresh-session.server.ts';
import type { Session, StoredSession } from '#app/services/session-cookies.server.ts';

const stored = (refreshToken: string) => ({ refreshToken }) as StoredSession;
const fresh = { refreshToken: 'second', sessionToken: 'token' } as Session;

const requester = { requestId: 'request' };
const isSessionOpen = async () => true;

/** An identity service that responds on demand. */
function slowIdentity() {
  let response = () => {};
  let asked = () => {};
  const isAsked = new Promise<void>((done) => {
    asked = done;
  });
  const refresh = () =>
    new Promise<{ ok: true; session: Session }>((done) => {
      response = () => done({ ok: true, session: fresh });
      asked();
    });
  return {
    identity: { refresh, signOut: async () => ({ ok: true as const }) },
    response: () => isAsked.then(() => response()),
  };
}

it('a refresh completed after sign-out does not restore the session', async () => {
  const { identity, response } = slowIdentity();
  const refreshOnce = createRefreshOnce({ identity, isSessionOpen, warn: () => {} });
  const underWay = refreshOnce(stored('first'), requester);
  refreshOnce.forget(stored('first'));
  await response();
  expect(await underWay).toEqual({ ok: false, reason: 'refused' });
});

it('a refresh cached for other tabs does not either, whichever token the sign-out had', async () => {
  for (const token of ['first', 'second']) {
    const { identity, response } = slowIdentity();
    const refreshOnce = createRefreshOnce({ identity, isSessionOpen, warn: () => {} });
    const underWay = refreshOnce(stored('first'), requester);
    await response();
    expect(await underWay).toMatchObject({ ok: true });
    refreshOnce.forget(stored(token));
    expect(await refreshOnce(stored('first'), requester)).toEqual({ ok: false, reason: 'refused' });
  }
});

it('another person’s session continues', async () => {
  const { identity, response } = slowIdentity();
  const refreshOnce = createRefreshOnce({ identity, isSessionOpen, warn: () => {} });
  refreshOnce.forget(stored('someone else'));
  const underWay = refreshOnce(stored('first'), requester);
  await response();
  expect(await underWay).toMatchObject({ ok: true, session: fresh });
});
