import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { ButtonLink } from '../../components/button.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { asAdmin } from '../../session/session.server.ts';
import { handleRestriction, loadCompany } from './company.server.ts';
import { CompanyRecord } from './company-record.tsx';
import { RestrictionForm } from './company-restriction.tsx';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: adminTitle(page?.name ?? 'Company', 'Companies') },
];

export const loader = asAdmin(loadCompany);

export const action = asAdmin(handleRestriction);

export default function AdminCompany() {
  const page = useLoaderData<typeof loader>();
  const { id, name, confirm, isRestrictedByAdmin } = page;
  return (
    <>
      <RecordHeader
        back={{ to: '/admin/companies', label: 'Companies' }}
        title={name}
        action={
          confirm !== null ? null : isRestrictedByAdmin ? (
            <ButtonLink variant="primary" to={`/admin/companies/${id}?confirm=open`}>
              Remove restriction
            </ButtonLink>
          ) : (
            <ButtonLink to={`/admin/companies/${id}?confirm=restricted`}>Restrict access</ButtonLink>
          )
        }
      />
      {confirm === null ? <CompanyRecord /> : <RestrictionForm to={confirm} />}
    </>
  );
}
