import { data } from '@remix-run/node';
import { recordId } from '#contract/fields.ts';
import { readCompany } from '#contract/platform/platform.ts';
import {
  listCompanySupportGrants,
  readSupportClient,
  requestSupportGrant,
  searchSupportClients,
} from '#contract/platform/support.ts';
import { cddStatusLabels, clientStatusLabels, clientTypeLabels } from '#rules/clients/client-types.ts';
import { companySupportUrl } from '#rules/pages/admin-pages.ts';
import { supportGrantStateLabels } from '#rules/support-grants.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import type { SignedInArgs } from '../../session/guard-args.server.ts';
import { detailSections } from '../clients/panels/client-details.server.ts';
import { getCompanyId } from './company-id.server.ts';

const utc = (instant: string) => `${formatInstant(instant, 'UTC')} UTC`;

/**
 * The admin’s access to a company’s client records: requests and, under an active grant, a search (`?q=`) or one client
 * (`?client=`).
 */
export async function loadSupport(args: SignedInArgs) {
  const { api, url } = args;
  const companyId = getCompanyId(args);
  const params = { companyId };
  const [{ company }, { grants }] = await Promise.all([
    api.call(readCompany, { params }),
    api.call(listCompanySupportGrants, { params }),
  ]);
  const active = grants.find(({ state }) => state === 'active');
  const q = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  const clientId = recordId.safeParse(url.searchParams.get('client'));
  const [found, client] = await Promise.all([
    active && q !== '' ? api.call(searchSupportClients, { params, query: { q } }) : null,
    active && clientId.success
      ? api.call(readSupportClient, { params: { companyId, id: clientId.data } })
      : null,
  ]);
  return {
    companyId,
    companyName: company.name,
    q,
    isActive: active !== undefined,
    isPending: grants.some(({ state }) => state === 'requested'),
    grants: grants.map((grant) => ({
      id: grant.id,
      reason: grant.reason,
      state: grant.state === 'requested' ? 'Awaiting an owner' : supportGrantStateLabels[grant.state],
      requested: utc(grant.requestedAt),
      end: grant.expiresAt && utc(grant.expiresAt),
    })),
    found: found?.items.map(({ id, displayName, clientType, status, cddStatus }) => ({
      id,
      name: displayName,
      about: [clientTypeLabels[clientType], clientStatusLabels[status], cddStatusLabels[cddStatus]].join(
        ' · ',
      ),
    })),
    client: client && { id: client.id, name: client.displayName, sections: detailSections(client) },
    requestKey: newRequestKey(),
  };
}

const submits = screenForms<SignedInArgs>()({
  page: (args) => companySupportUrl(getCompanyId(args)),
  rejected: ({ result, status }) =>
    data<FormResult & { requestKey: string }>({ ...result, requestKey: newRequestKey() }, { status }),
});

const requestSupport = submits({
  endpoint: requestSupportGrant,
  params: (args) => ({ companyId: getCompanyId(args) }),
  accepted: 'Access requested. An owner of the company decides under Settings, Support access.',
});

/** Requests access to the company’s client records. */
export const handleSupport = onSubmit(formActions({ requestSupport }));
