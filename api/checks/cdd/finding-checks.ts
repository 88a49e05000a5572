import type { FindingForm } from '#contract/cdd/findings.ts';
import { beneficialOwners } from '#rules/cdd-rule-packs/beneficial-owners.ts';
import { preCommencementProblem } from '#rules/cdd-rule-packs/commencement.ts';
import { earlierCddProblem } from '#rules/cdd-rule-packs/earlier-cdd.ts';
import {
  entityPartLabels,
  isIndependentSource,
  isTrust,
  type NamedSource,
  sourcedParts,
} from '#rules/cdd-rule-packs/entity-information.ts';
import { hasNominee } from '#rules/cdd-rule-packs/entity-items.ts';
import { mayExcusePepCheck, typeOfGround } from '#rules/cdd-rule-packs/findings.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { findFormerProcedure } from '#rules/former-procedures.ts';
import { approvalPermission, type LoweredWork, loweringRight } from '#rules/maker-checker.ts';
import { isExposed, suitsOffice } from '#rules/pep.ts';
import { can } from '#rules/permissions.ts';
import { isStricterCdd } from '#rules/risk/levels.ts';
import { loweredCddBlocker } from '#rules/transition-guards/client-approval.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readEligiblePeople } from '../../records/team/eligible.ts';
import { assessClient, type DiligenceInput, exposuresNow, getFacts } from './requirements.ts';

/** Collects errors beside the fields of a form. */
interface Problems {
  add(field: string, message: string): void;
}

/** Rejects an office left in the future, and a status inconsistent with the office's country. */
function checkOffice(
  form: Extract<FindingForm, { subject: 'politicalExposure' }>,
  { company, on }: DiligenceInput,
  problems: Problems,
): void {
  const { officeCountry: country, officeEndedOn: endedOn } = form;
  if (endedOn !== undefined && endedOn > on) {
    problems.add('officeEndedOn', 'This cannot be in the future. Leave it blank while the office is held.');
  }
  if (country !== undefined && !suitsOffice(form, country, company.regulatedIn)) {
    const laws = company.regulatedIn.map(countryName).join(' and ');
    problems.add(
      'officeCountry',
      `For a company regulated in ${laws}, an office of ${countryName(country)} is ${company.regulatedIn.some((law) => law === country) ? 'domestic' : 'foreign'}. Change the country or the finding.`,
    );
  }
}

/** Rejects a document that is not on the client's record, or does not prove the part. */
function checkSourceDocument(
  part: (typeof sourcedParts)[number],
  source: NamedSource,
  field: string,
  { client, standing }: DiligenceInput,
  problems: Problems,
): void {
  if (!source.documentId) return;
  if (isIndependentSource(part, source, client.clientType, standing.sourceDocuments)) return;
  problems.add(
    field,
    `Select a document of this client that proves it: ${entityPartLabels[part].toLowerCase()}.`,
  );
}

/** Rejects documents of others, and that there are no nominees where the record has one. */
function checkEntity(
  form: Extract<FindingForm, { subject: 'entity' }>,
  input: DiligenceInput,
  problems: Problems,
): void {
  for (const part of sourcedParts) {
    const field = `${part}Document` as const;
    const source = { source: form[`${part}Source`], documentId: form[field] };
    checkSourceDocument(part, source, field, input, problems);
  }
  if (form.nomineesNone && hasNominee(getFacts(input))) {
    problems.add(
      'nomineesNone',
      'The record of this client has a nominee. Name the nominees with their source, or correct the record first.',
    );
  }
}

/** Rejects an outcome that the record contradicts. AU Rules 6-8 excludes trusts. */
function checkOwnership(
  form: Extract<FindingForm, { subject: 'ownership' }>,
  input: DiligenceInput,
  problems: Problems,
): void {
  const { outcome } = form;
  checkSourceDocument('structure', form, 'documentId', input, problems);
  const facts = getFacts(input);
  const hasOwners = input.company.regulatedIn.some((law) => beneficialOwners(facts, law).length > 0);
  if (outcome === 'identified' && !hasOwners) {
    problems.add('outcome', 'No related party is a beneficial owner yet. Record the owners first.');
  }
  const areAllAccepted = outcome === 'none' && input.company.regulatedIn.includes('AUS');
  if (isTrust(facts) && (outcome === 'unable' || areAllAccepted)) {
    problems.add('outcome', 'A trust always has persons who own or control it. Record them first.');
  }
}

/** New Zealand allows simplified CDD by a class alone. NZ s18(2), to be confirmed. */
function checkSimplified(
  { listedClass }: Extract<FindingForm, { subject: 'simplified' }>,
  input: DiligenceInput,
  problems: Problems,
): void {
  const isNewZealand = assessClient(input).packs.some(({ jurisdiction }) => jurisdiction === 'NZL');
  if (isNewZealand && listedClass === undefined) problems.add('listedClass', 'Select a class');
}

/** Rejects a day in the future, and a ground that the company or the day does not allow. */
function checkEarlierCdd(
  { ground, doneOn, procedure }: Extract<FindingForm, { subject: 'earlierCdd' }>,
  { company, on, formerProcedures }: DiligenceInput,
  problems: Problems,
): void {
  if (!company.regulatedIn.includes('AUS')) {
    problems.add('ground', 'Only Australian law has such grounds, and your company is not regulated there.');
  }
  const lastDay = findFormerProcedure(formerProcedures, procedure ?? '')?.lastDay;
  const problem = earlierCddProblem({ ground, doneOn, lastDay }, company, on);
  if (problem !== null) problems.add(problem.field, problem.text);
  if (doneOn > on) problems.add('doneOn', 'This cannot be in the future.');
}

/** Rejects a client without the mark, a document that is not the client's, and a day that shows no relationship of before the law applied. */
function checkPreCommencement(
  { documentId, dated }: Extract<FindingForm, { subject: 'preCommencement' }>,
  { client, company, standing, on }: DiligenceInput,
  problems: Problems,
): void {
  if (!client.preCommencement) {
    problems.add('reason', 'The client is not marked as a pre-commencement client. Edit its details first.');
    return;
  }
  if (!standing.preCommencementDocuments.some(({ id }) => id === documentId)) {
    problems.add('documentId', 'Select a document of this client. Add it in Documents first.');
  }
  if (dated > on) problems.add('dated', 'This cannot be in the future.');
  const problem = preCommencementProblem(company.regulatedIn, company, dated);
  if (problem !== null && dated <= on) {
    problems.add('dated', 'The document has to be of a day before the law applied to your company.');
  }
}

/** Rejects a finding that the record, the law or the day contradicts. */
export function checkFinding(form: FindingForm, input: DiligenceInput, problems: Problems): void {
  if (form.subject === 'politicalExposure') checkOffice(form, input, problems);
  if (form.subject === 'entity') checkEntity(form, input, problems);
  if (form.subject === 'ownership') checkOwnership(form, input, problems);
  if (form.subject === 'simplified') checkSimplified(form, input, problems);
  if (form.subject === 'earlierCdd') checkEarlierCdd(form, input, problems);
  if (form.subject === 'preCommencement') checkPreCommencement(form, input, problems);
  if (form.subject === 'pepCheckExcused' && !mayExcusePepCheck(input.client)) {
    problems.add('reason', 'The PEP status of this client is on record, so there is no check to leave out.');
  }
  const type = form.subject === 'ownersDeemed' ? typeOfGround(form.ground) : null;
  if (type !== null && type !== input.client.clientType) {
    problems.add(
      'ground',
      `This client is recorded as “${clientTypeLabels[input.client.clientType]}”. Select another ground, or change its type first.`,
    );
  }
  if (form.subject === 'seniorApproval' && exposuresNow(input).length === 0) {
    problems.add(
      'note',
      'No politically exposed person on record requires this approval. It can be recorded once one is found.',
    );
  }
  if (form.subject === 'addressVerified' && input.client.addresses.length === 0) {
    problems.add('basis', 'The client has no address. Record it first.');
  }
}

/**
 * Rejects callers who lower the client's level of CDD with a finding, if they may not approve the level that is left, or if they recorded or
 * assessed what is lowered and someone else may lower it.
 * @returns whether the caller lowers it alone, because no one else is eligible
 */
export async function requireCddLowering(
  { trx, caller, time }: Work & { caller: MemberCaller },
  made: LoweredWork,
  before: DiligenceInput,
  after: DiligenceInput,
): Promise<boolean> {
  const [from, to] = [assessClient(before).level, assessClient(after).level];
  if (!isStricterCdd(from, to)) return false;
  const { member, company } = caller;
  const { riskLevel, pepStatus } = before.client;
  const needed = approvalPermission(riskLevel, isExposed(pepStatus));
  const permission = needed === 'assessments.approveHigh' ? needed : 'cdd.grantException';
  const right = can({ kind: 'member', ...member }, permission, company, time().toISOString());
  if (!right.allowed) throw apiError(right.code, { detail: right.reason });
  const eligible = await readEligiblePeople(trx, permission, { fourEyes: 'off' }, time());
  const lowering = loweringRight(made, member.id, eligible);
  if (lowering === 'secondPersonNeeded') {
    const blocker = loweredCddBlocker(from, to);
    throw apiError('request.invalid', {
      detail: blocker.text,
      fields: { '': [blocker.text] },
      blockers: [blocker],
    });
  }
  return lowering === 'decidedByOne';
}
