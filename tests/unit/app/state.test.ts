import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { appStateFrom, initialAppState } from '#app/state.ts';

const activity = { id: 'a1', name: 'Sale of 3 Rata Street', reference: 'ACT-1' };
const verification = { id: 'v1', status: 'needsReview', method: 'electronicRemote' };

describe('client-side state', () => {
  it('starts with the specification’s values', () => {
    expect(appStateFrom([], false)).toEqual(initialAppState);
  });

  it.each(['routes/activities/view', 'routes/activities/edit'])('reads the activity from %s', (id) => {
    const state = appStateFrom([{ id, data: { activity } }], false);
    expect(state).toEqual({ ...initialAppState, activity });
  });

  it('reads the identity verification from its page', () => {
    const state = appStateFrom(
      [{ id: 'routes/individual-verifications/view', data: { verification } }],
      false,
    );
    expect(state).toEqual({ ...initialAppState, individualVerification: verification });
  });

  it('is empty on the next screen, and where a loader failed', () => {
    expect(appStateFrom([{ id: 'routes/home/home', data: {} }], false).activity).toBeNull();
    expect(appStateFrom([{ id: 'routes/activities/view', data: undefined }], false).activity).toBeNull();
  });

  it('reads member and company from the layout, and whether a screen is loading', () => {
    const member = { id: 'm1', name: 'Staff' };
    const company = { accessRestricted: false, subscriptionActive: true, billingCountryCode: 'NZL' };
    const state = appStateFrom([{ id: 'routes/main-layout', data: { member, company } }], true);
    expect(state.auth.member).toEqual(member);
    expect(state.company).toEqual(company);
    expect(state.loader.isLoading).toBe(true);
  });

  it('names only existing routes', async () => {
    interface Entry {
      file: string;
      children?: Entry[];
    }
    const ids: string[] = [];
    const walk = (entries: readonly Entry[]) => {
      for (const { file, children = [] } of entries) {
        ids.push(file.replace(/\.tsx?$/, ''));
        walk(children);
      }
    };
    walk(await routes);
    expect(ids).toEqual(
      expect.arrayContaining([
        'routes/main-layout',
        'routes/admin/layout',
        'routes/clients/page/layout',
        'routes/clients/edit',
        'routes/activities/view',
        'routes/activities/edit',
        'routes/individual-verifications/view',
      ]),
    );
  });
});
