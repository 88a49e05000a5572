import { decideSupportGrant, requestSupportGrant } from '#contract/platform/support.ts';
import type { TestApi, TestCompany } from './api.ts';

interface OfCompany {
  test: TestApi;
  company: TestCompany;
}

/** The admin’s request for access to a company’s client records; former ones are removed. */
export async function requestGrant({ test, company }: OfCompany, hours = 2) {
  await test.database.asSuperuser('DELETE FROM assay.support_grants WHERE company_id = $1', [company.id]);
  const params = { companyId: company.id };
  const body = { reason: 'Import fails, ticket 12', hours };
  return (await test.request(requestSupportGrant, { params, body }, { as: test.admin })).response;
}

/** The same, with the owner’s consent. */
export async function consentToGrant(of: OfCompany, hours = 2) {
  const { id, version } = await requestGrant(of, hours);
  const input = { params: { id }, body: { version, decision: 'approved' as const } };
  return (await of.test.request(decideSupportGrant, input, { as: of.company.owner })).response;
}
