import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { readAdminMe } from '#contract/company/accounts.ts';
import { OwnProfile } from '../../components/account/own-profile.tsx';
import { OwnSessions } from '../../components/account/own-sessions.tsx';
import { SecondFactors } from '../../components/account/second-factors.tsx';
import { loadOwnSessions, ownSessionsAction } from '../../components/account/sessions.server.ts';
import { accountPages, secondFactorUrl } from '../../session/second-factor-url.ts';
import { asAdmin } from '../../session/session.server.ts';

const page = accountPages.admin;

export const meta: MetaFunction = () => [{ title: adminTitle('Your profile') }];

/** The admin's own sessions and second factors, in UTC like all times of the admin area. */
export const loader = asAdmin(async ({ api }) => {
  const [{ admin }, sessions] = await Promise.all([api.call(readAdminMe, {}), loadOwnSessions(api, 'UTC')]);
  return { sessions, person: { name: admin.name, loginId: admin.loginId } };
});

export const action = asAdmin(ownSessionsAction(page));

export default function AdminSessions() {
  const { sessions, person } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <h1>Your profile</h1>
      <div className="mt-4 grid gap-8">
        <OwnProfile page={page} realm="admin" person={person} result={result} />
        <SecondFactors
          page={page}
          addUrl={`${secondFactorUrl('admin', page)}&add`}
          secondFactor={sessions.secondFactor}
          newCodes={result?.recoveryCodes}
        />
        <OwnSessions page={page} realm="admin" sessions={sessions} />
      </div>
    </>
  );
}
