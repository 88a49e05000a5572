import { expect, it } from 'vitest';
import { diligenceSection } from '#api/views/evidence-packs/render/client-sections.ts';
import type { FindingContents, FindingSubject } from '#rules/cdd-rule-packs/findings.ts';

type Dossier = Parameters<typeof diligenceSection>[0];

/** The pack's table of findings with one of them. */
function render<Subject extends FindingSubject>(subject: Subject, content: FindingContents[Subject]): string {
  const diligence = {
    cddLevel: 'standard',
    on: '2026-11-03',
    lists: [],
    exception: null,
    decision: null,
    reasons: [],
    items: [],
    findings: [{ subject, recorded: { content: { subject, ...content }, by: 'Mere', at: '' } }],
  };
  return diligenceSection({ diligence } as unknown as Dossier, () => '').html;
}

it('reads each field of a finding by what the field holds, whatever the value looks like', () => {
  // Texts that look like a key and like a day stay as they were entered.
  expect(render('enhanced', { reason: 'advised' })).toContain('Reason: advised');
  expect(render('significantChange', { what: '2026-01-31' })).toContain('What: 2026-01-31');
  const pep = render('politicalExposure', {
    pepStatus: 'foreign',
    pepOf: null,
    office: 'Minister',
    officeCountry: 'FJI',
    officeEndedOn: '2026-01-31',
    basis: 'AUS',
  });
  expect(pep).toContain(
    'PEP status: Foreign PEP. Office: Minister. Office country: Fiji. Office ended on: 31 January 2026. Basis: AUS',
  );
});

it('prints amounts with their currency, and no tick that is not set', () => {
  const value = render('sourceValue', { wealth: null, funds: 1_250_000, currency: 'NZD', basis: 'Price' });
  expect(value).toContain('Funds: NZD 12,500.00. Currency: NZD. Basis: Price');
  const entity = {
    existence: 'Company',
    existenceSource: 'register',
    settlorsNone: false,
    basis: 'Register',
  };
  const printed = render('entity', { ...entity, nomineesNone: true } as unknown as FindingContents['entity']);
  expect(printed).toContain(
    'Existence: Company. Existence source: Register. Basis: Register. Nominees none: Yes',
  );
  expect(printed).not.toContain('Settlors');
});
