import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { createActivity } from '#contract/activities.ts';
import { readClient } from '#contract/clients/clients.ts';
import { listMembers } from '#contract/company/accounts.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { activityNounIn, useActivityNoun } from '../../components/activities/activity-noun.ts';
import { toContractFields } from '../../components/address/single-address.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm } from '../../components/forms/parse-form.server.ts';
import { readSanctionLines } from '../../components/sanctions/sanctions-banner.server.ts';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import { memberChoices } from '../../components/team/member-choices.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { requirePermission } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import {
  activityForm,
  activityFormAction,
  handleApiError,
  invalidFormResult,
} from './form/activity-form.server.ts';
import { ActivityForm } from './form/activity-form.tsx';
import { getDelayBases, getServices } from './form/activity-form-services.server.ts';
import { emptyValues, type PartyRow } from './form/activity-form-values.ts';

export const meta: MetaFunction = ({ matches }) => {
  const { singular, pluralTitle } = activityNounIn(matches);
  return [{ title: pageTitle(`New ${singular}`, pluralTitle) }];
};

export const loader = asMember(async ({ api, me, url, requestId }) => {
  const clientId = url.searchParams.get('clientId');
  const [session, { members }, client, sanctions] = await Promise.all([
    me(),
    api.call(listMembers, {}),
    clientId ? api.call(readClient, { params: { id: clientId } }) : null,
    clientId ? readSanctionLines(api, { resourceType: 'clients', resourceId: clientId }) : null,
  ]);
  requirePermission(session, 'records.write', requestId);
  const { billingCountryCode: country } = session.company;
  const lines = sanctions?.(session.company.timeZone) ?? [];
  // A prohibited client stays selected: dropped, the activity would be created without it. The API rejects it with the banner's reason.
  const parties: PartyRow[] = client
    ? [{ clientId: client.id, name: client.displayName, capacity: 'customer' }]
    : [];
  return {
    sanctions: lines,
    values: emptyValues(country, session.member.id, parties),
    members: memberChoices(members),
    defaultCountry: country,
    delayBases: getDelayBases(session.company),
    services: getServices(session.company),
    requestKey: newRequestKey(),
  };
});

async function create({ api, me }: MemberArgs, form: FormData) {
  const submission = parseForm(toContractFields(form), activityForm);
  if (submission.status !== 'success') return invalidFormResult(form, submission);
  const sent = await api.submit(createActivity, { body: submission.value, requestKey: getRequestKey(form) });
  const { company } = await me();
  if (sent.ok) {
    const text = `${toActivityNoun(company.sector).title} created.`;
    return redirectWithFlash(`/activities/${sent.value.id}`, { kind: 'success', text });
  }
  return handleApiError(form, submission, submission.value, sent.problem, {
    members: [],
    timeZone: company.timeZone,
    country: company.billingCountryCode,
  });
}

export const action = asMember(activityFormAction(create));

export default function CreateActivity() {
  const { sanctions, ...loaded } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { singular } = useActivityNoun();
  return (
    <>
      <h1 className="mb-6">New {singular}</h1>
      <div className="mb-6 empty:hidden">
        <SanctionsBanner lines={sanctions} />
      </div>
      <ActivityForm
        {...loaded}
        result={result}
        save={{ label: `Create ${singular}`, busy: 'Creating…' }}
        cancelHref="/activities"
      />
    </>
  );
}
