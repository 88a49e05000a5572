import { DescriptionList } from '../../components/description-list.tsx';
import { Panel } from '../../components/panel.tsx';
import type { loadCompany } from './company.server.ts';

type CompanyData = Awaited<ReturnType<typeof loadCompany>>;

/** Unrecorded facts of the company, and the assumptions made until they are recorded. */
export function MissingFacts({ missing }: Pick<CompanyData, 'missing'>) {
  if (missing.length === 0) return null;
  return (
    <section className="notice notice-warning mb-4 max-w-form" aria-labelledby="missing-heading">
      <h2 id="missing-heading" className="text-base">
        Not recorded yet
      </h2>
      <p>Until they are recorded, this applies:</p>
      <ul className="mt-2 list-disc pl-5">
        {missing.map(({ field, label, until, provision }) => (
          <li key={field}>
            <strong className="font-semibold">{label}.</strong> {until} ({provision})
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The company's supervisors, and dated duties derived from its details. */
export function FirmDuties({ supervisors, duties }: Pick<CompanyData, 'supervisors' | 'duties'>) {
  return (
    <Panel headingId="duties-heading" title="Consequences of these details" className="mt-6 max-w-form">
      <DescriptionList
        facts={[
          ...supervisors.map(({ country, name }) => ({ label: `Supervisor in ${country}`, value: name })),
          ...duties.map(({ label, due, working, provision }) => ({
            label,
            value: (
              <>
                {due}
                <span className="hint block">
                  {working}. {provision}
                </span>
              </>
            ),
          })),
        ]}
      />
    </Panel>
  );
}
