import { type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { MemberSession } from '#contract/accounts.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { errorResponse } from '../../error-answer.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { rightTo } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { viewServers } from './views.server.ts';
import { isSettingsView, type SettingsViewName, settingsPath, settingsViews } from './views.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${settingsViews[data.view].label} – ` : ''}Settings – Assay` },
];

const names = Object.keys(settingsViews) as SettingsViewName[];

const decisionOn = ({ member, company }: MemberSession, view: SettingsViewName) =>
  rightTo({ member, company }, viewServers[view].sees);

/** The view that the URL names; one that there is not is 404. */
function namedView({ url, requestId }: MemberArgs): SettingsViewName {
  const name = url.searchParams.get('view') ?? 'company';
  if (isSettingsView(name)) return name;
  throw errorResponse(404, { code: 'record.notFound', requestId });
}

export const loader = asMember(async (args) => {
  const view = namedView(args);
  // At once: what is read for somebody who may not see the view is refused by the API, or not sent.
  const [session, shown] = await Promise.all([args.me(), viewServers[view].load(args)]);
  const decision = decisionOn(session, view);
  if (decision.allowed) {
    return { view, shown, open: names.filter((name) => decisionOn(session, name).allowed) };
  }
  if (decision.code === 'company.restricted') throw redirect('/home');
  throw errorResponse(403, { code: decision.code, detail: decision.reason, requestId: args.requestId });
});

export const action = asMember(async (args) => {
  const { answer } = viewServers[namedView(args)];
  if (answer === undefined) throw errorResponse(404, { code: 'record.notFound', requestId: args.requestId });
  return answer(args);
});

export default function Settings() {
  const { view, open } = useLoaderData<typeof loader>();
  const { Page } = settingsViews[view];
  return (
    <>
      <h1>Settings</h1>
      <ViewTabs
        label="Settings"
        tabs={open.map((name) => ({
          to: settingsPath(name),
          label: settingsViews[name].label,
          isCurrent: name === view,
        }))}
      />
      <div className="mt-5">
        <Page key={view} />
      </div>
    </>
  );
}
