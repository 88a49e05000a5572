import { type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import type { MemberSession } from '#contract/company/accounts.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { permissionFor } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { SettingsNav } from './settings-nav.tsx';
import { viewServers } from './views.server.ts';
import { isSettingsView, type SettingsViewName, settingsViews } from './views.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? pageTitle(settingsViews[data.view].label, 'Settings') : pageTitle('Settings') },
];

const names = Object.keys(settingsViews) as SettingsViewName[];

const decisionOn = ({ member, company }: MemberSession, view: SettingsViewName) =>
  permissionFor({ member, company }, viewServers[view].sees);

/** The view named in the URL; 404 if there is none. */
function namedView({ url, requestId }: MemberArgs): SettingsViewName {
  const name = url.searchParams.get('view') ?? 'company';
  if (isSettingsView(name)) return name;
  throw errorResponse(404, { code: 'record.notFound', requestId });
}

export const loader = asMember(async (args) => {
  const view = namedView(args);
  // In parallel: if a member cannot see the view, the API rejects the read, or the data is not sent.
  const [session, viewData] = await Promise.all([args.me(), viewServers[view].load(args)]);
  const decision = decisionOn(session, view);
  if (decision.allowed) {
    return { view, viewData, open: names.filter((name) => decisionOn(session, name).allowed) };
  }
  if (decision.code === 'company.restricted') throw redirect('/home');
  throw errorResponse(403, { code: decision.code, detail: decision.reason, requestId: args.requestId });
});

export const action = asMember(async (args) => {
  const { result } = viewServers[namedView(args)];
  if (result === undefined) throw errorResponse(404, { code: 'record.notFound', requestId: args.requestId });
  return result(args);
});

export default function Settings() {
  const { view, open } = useLoaderData<typeof loader>();
  const { Page } = settingsViews[view];
  return (
    <>
      {/* On paper the view's own heading is the title. */}
      <h1 className="print:hidden">Settings</h1>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[180px_minmax(0,1fr)] xl:gap-8">
        <SettingsNav view={view} open={open} />
        <div className="min-w-0">
          <Page key={view} />
        </div>
      </div>
    </>
  );
}
