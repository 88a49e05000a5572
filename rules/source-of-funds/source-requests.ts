import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import type { FundsKind } from './funds-lines.ts';

/** Evidence to request for each kind of source. Keys are permanent: forms identify items by them. */
export const sourceRequests: Record<
  FundsKind,
  { key: string; label: string; documentType: UploadedDocumentType }
> = {
  salary: {
    key: 'source.salary',
    label: 'Payslips from the last three months, or a letter from your employer',
    documentType: 'sourceOfFunds',
  },
  businessIncome: {
    key: 'source.businessIncome',
    label: 'Financial statements or tax assessments of the business, last two years',
    documentType: 'sourceOfFunds',
  },
  propertySale: {
    key: 'source.propertySale',
    label: 'Settlement statement of the property sold',
    documentType: 'sourceOfFunds',
  },
  businessSale: {
    key: 'source.businessSale',
    label: 'Agreement for the sale of the business, and the completion statement',
    documentType: 'sourceOfFunds',
  },
  inheritance: {
    key: 'source.inheritance',
    label: 'Grant of probate or a letter from the executor, with the amount',
    documentType: 'sourceOfWealth',
  },
  gift: {
    key: 'source.gift',
    label: 'Signed gift declaration, and a bank statement of the giver',
    documentType: 'sourceOfFunds',
  },
  loan: {
    key: 'source.loan',
    label: 'Loan agreement or letter of offer',
    documentType: 'sourceOfFunds',
  },
  investments: {
    key: 'source.investments',
    label: 'Statements of the investments, or contract notes of their sale',
    documentType: 'sourceOfWealth',
  },
  savings: {
    key: 'source.savings',
    label: 'Bank statements that show how the savings built up, last six months',
    documentType: 'bankStatement',
  },
  settlement: {
    key: 'source.settlement',
    label: 'Court order, deed of settlement or letter of the insurer',
    documentType: 'sourceOfWealth',
  },
  pension: {
    key: 'source.pension',
    label: 'Statement of the pension or superannuation fund',
    documentType: 'sourceOfWealth',
  },
  other: {
    key: 'source.other',
    label: 'Document that shows where the money comes from',
    documentType: 'sourceOfFunds',
  },
};
