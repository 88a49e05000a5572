import type { FindingForm } from '#contract/cdd/findings.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { FindingContents, FindingSubject } from '#rules/cdd-rule-packs/findings.ts';
import { formatAddress } from '#rules/format/addresses.ts';
import type { ApprovedExposure } from '#rules/pep.ts';

function getEntity(form: Extract<FindingForm, { subject: 'entity' }>): FindingContents['entity'] {
  const { subject, version, basis, identifierNone, nomineesNone, settlorsNone, protectorsNone, ...parts } =
    form;
  return {
    existence: parts.existence ?? null,
    existenceSource: parts.existenceSource ?? null,
    existenceRegister: parts.existenceRegister ?? null,
    existenceDocument: parts.existenceDocument ?? null,
    structure: parts.structure ?? null,
    structureSource: parts.structureSource ?? null,
    structureRegister: parts.structureRegister ?? null,
    structureDocument: parts.structureDocument ?? null,
    powers: parts.powers ?? null,
    powersSource: parts.powersSource ?? null,
    powersRegister: parts.powersRegister ?? null,
    powersDocument: parts.powersDocument ?? null,
    governance: parts.governance ?? null,
    governanceSource: parts.governanceSource ?? null,
    governanceRegister: parts.governanceRegister ?? null,
    governanceDocument: parts.governanceDocument ?? null,
    identifier: parts.identifier ?? null,
    identifierNone,
    nominees: parts.nominees ?? null,
    nomineesNone,
    nomineesSource: parts.nomineesSource ?? null,
    nomineesRegister: parts.nomineesRegister ?? null,
    nomineesDocument: parts.nomineesDocument ?? null,
    settlors: parts.settlors ?? null,
    settlorsNone,
    protectors: parts.protectors ?? null,
    protectorsNone,
    natureOfBusiness: parts.natureOfBusiness ?? null,
    objects: parts.objects ?? null,
    basis,
  };
}

/**
 * The content of a finding as stored; what was left blank is null.
 * @param exposures those that a senior manager's approval is made for
 */
export function getContent(
  form: FindingForm,
  { addresses: [address] }: Client,
  exposures: readonly ApprovedExposure[],
): FindingContents[FindingSubject] {
  switch (form.subject) {
    case 'politicalExposure':
      return {
        pepStatus: form.pepStatus,
        pepOf: form.pepOf,
        ...(form.pepStatus === 'none'
          ? { office: null, officeCountry: null, officeEndedOn: null }
          : {
              office: form.office ?? null,
              officeCountry: form.officeCountry ?? null,
              officeEndedOn: form.officeEndedOn ?? null,
            }),
        basis: form.basis,
      };
    case 'structure':
      return {
        holdsPersonalAssets: form.holdsPersonalAssets,
        beneficiaryCount: form.beneficiaryCount ?? null,
      };
    case 'entity':
      return getEntity(form);
    case 'ownership':
      return {
        outcome: form.outcome,
        source: form.source ?? null,
        register: form.register ?? null,
        documentId: form.documentId ?? null,
        basis: form.basis,
      };
    case 'ownersDeemed':
      return { ground: form.ground, basis: form.basis };
    case 'addressVerified':
      return { address: address ? formatAddress(address) : '', basis: form.basis };
    case 'addressExcused':
      return { reason: form.reason };
    case 'unusual':
      return { what: form.what, findings: form.findings ?? null };
    case 'significantChange':
    case 'nestedServices':
      return { what: form.what };
    case 'newTechnology':
    case 'furtherMeasures':
      return { what: form.what, measures: form.measures ?? null };
    case 'anonymousAccount':
      return { what: form.what, ended: form.ended ?? null };
    case 'earlierCdd':
      return {
        ground: form.ground,
        doneBy: form.doneBy,
        doneOn: form.doneOn,
        basis: form.basis,
        ...(form.ground === 'oldProcedures' ? { procedure: form.procedure ?? null } : {}),
      };
    case 'preCommencement':
      return { reason: form.reason, documentId: form.documentId, dated: form.dated };
    case 'actingExcused':
    case 'pepCheckExcused':
    case 'enhanced':
    case 'mitigation':
      return { reason: form.reason };
    case 'simplified':
      return {
        listedClass: form.listedClass ?? null,
        inListedClass: form.listedClass !== undefined,
        ground: form.ground,
      };
    case 'seniorApproval':
      return { note: form.note ?? null, exposures };
    case 'sourceValue':
      return {
        wealth: form.wealth ?? null,
        funds: form.funds ?? null,
        currency: form.currency,
        basis: form.basis,
      };
    case 'sourceNotRelevant':
      return { of: form.of, reason: form.reason };
  }
}
