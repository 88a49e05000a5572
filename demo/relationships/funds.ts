import { recordFinding } from '#api/checks/cdd/findings.ts';
import { addLine, verifyLine } from '#api/records/funds-lines/commands.ts';
import { findingForm } from '#contract/cdd/findings.ts';
import { type FundsLineInput, fundsLineInput } from '#contract/cdd/funds-lines.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import { addDemoFile, getPdf } from '../demo-documents.ts';
import { days, getVersion, type Journey, onDay, servicesOn } from './journey.ts';

interface Source {
  line: Pick<FundsLineInput, 'of' | 'kind' | 'from' | 'period'> & { amount: string };
  file: { type: UploadedDocumentType; fileName: string; heading: string };
  corroboration: string;
}

const sources: readonly Source[] = [
  {
    line: {
      of: 'wealth',
      kind: 'propertySale',
      amount: '2,150,000',
      from: 'Sale of a former home',
      period: 'Settled last year',
    },
    file: {
      type: 'sourceOfWealth',
      fileName: 'settlement-statement.pdf',
      heading: 'Settlement statement',
    },
    corroboration: 'Price and day agree with the register of titles',
  },
  {
    line: {
      of: 'funds',
      kind: 'salary',
      amount: '140,000',
      from: 'Wages of two years',
      period: 'Last two years',
    },
    file: { type: 'sourceOfFunds', fileName: 'payslips.pdf', heading: 'Payslips' },
    corroboration: 'Payslips agree with the deposits in the bank statements',
  },
];

/** The value to be evidenced, as the client states it: no lower than the value of any work invented for a client. */
const stated = { wealth: '2,250,000', funds: undefined };

/** Records the sources of the client's wealth and funds, uploads the evidence of each, and verifies it. */
export async function explainSources(journey: Journey): Promise<void> {
  const { services, staff, clientId, name } = journey;
  if (services === undefined) return;
  const demo = onDay(journey, days.found);
  const currency = staff.company.billingCountryCode === 'AUS' ? 'AUD' : 'NZD';
  const value = { subject: 'sourceValue', currency, basis: 'Stated at the first meeting', ...stated };
  ({ version: journey.version } = await recordFinding.run(servicesOn(demo), staff, {
    params: { id: clientId },
    body: findingForm.parse({ ...value, version: await getVersion(journey) }),
  }));
  for (const { line, file, corroboration } of sources) {
    const { heading, ...kept } = file;
    const bytes = getPdf([heading, name, 'An example of the demonstration.']);
    const upload = { ...kept, expiresOn: undefined, staff, clientId, bytes };
    const document = await addDemoFile(demo, services.files, upload);
    const added = await addLine.run(servicesOn(demo), staff, {
      params: { id: clientId },
      body: fundsLineInput.parse({ ...line, currency, documentIds: [document] }),
    });
    await verifyLine.run(servicesOn(demo), staff, {
      params: { id: clientId, lineId: added.id },
      body: { version: added.version, corroboration },
    });
  }
}
