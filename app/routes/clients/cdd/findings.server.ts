import { data } from '@remix-run/node';
import type { Diligence } from '#contract/cdd/cdd.ts';
import { recordFinding, withdrawFinding } from '#contract/cdd/findings.ts';
import {
  type EntityPart,
  entityPartLabels,
  informationSourceLabels,
  isDocumentSource,
  type NamedSource,
  noneableParts,
  offeredEntityParts,
  partSource,
  sourcedParts,
  statedParts,
} from '#rules/cdd-rule-packs/entity-information.ts';
import { findingLabels, findingSubjects, listedClassLabels } from '#rules/cdd-rule-packs/findings.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatAmount, formatMoney } from '#rules/format/money.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { officeCountsUntil } from '#rules/pep.ts';
import { registryNames } from '#rules/registers/registry-extract.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import {
  formActions,
  type PressedButton,
  screenForms,
} from '../../../components/forms/form-actions.server.ts';
import { textIn, throwFieldErrors } from '../../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import {
  earlierCddLabels,
  ownersDeemedLabels,
  ownershipOutcomeLabels,
  pepOfLabels,
  sourceOfLabels,
} from './finding-labels.ts';

type Finding = Diligence['findings'][number];
type Content = NonNullable<Finding['recorded']>['content'];

/** The office of a PEP, and until when it counts after it was left. `laws`: those that bind the company. */
function formatOffices(
  { office, officeCountry, officeEndedOn }: Extract<Content, { subject: 'politicalExposure' }>,
  laws: readonly Jurisdiction[],
): string[] {
  const held = [office, officeCountry ? countryName(officeCountry) : null].filter(Boolean).join(', ');
  if (!officeEndedOn) return held === '' ? [] : [`Office: ${held}`];
  const counts = laws.map((law) => {
    const until = officeCountsUntil(law, officeEndedOn);
    return until === null
      ? `counts in ${countryName(law)} until you record otherwise`
      : `counts in ${countryName(law)} until ${formatDate(until)}`;
  });
  return [
    `Office: ${held === '' ? 'not named' : held}. Left on ${formatDate(officeEndedOn)}; ${counts.join(', ')}.`,
  ];
}

/** A source in brackets, with the register or document by name. */
function formatSource(
  { source, register, documentId }: NamedSource,
  documentNames: ReadonlyMap<string, string>,
): string {
  if (source == null) return '';
  const label = informationSourceLabels[source].toLowerCase();
  if (source === 'register')
    return ` (${register == null ? `${label}, not named` : registryNames[register]})`;
  if (!isDocumentSource(source)) return ` (${label})`;
  const name =
    documentId == null ? 'not on record' : (documentNames.get(documentId) ?? 'no longer on record');
  return ` (${label}: ${name})`;
}

/** The recorded information about an entity: a line for each part, with its source. */
function formatEntityFindings(
  content: Extract<Content, { subject: 'entity' }>,
  documentNames: ReadonlyMap<string, string>,
): string[] {
  const line = (part: EntityPart, text: string | null, source: NamedSource) =>
    text === null ? [] : [`${entityPartLabels[part]}: ${text}${formatSource(source, documentNames)}`];
  return [
    ...sourcedParts.flatMap((part) => {
      const text = part === 'nominees' && content.nomineesNone ? 'none' : content[part];
      return line(part, text, partSource(content, part));
    }),
    ...noneableParts
      .filter((part) => part !== 'nominees')
      .flatMap((part) => line(part, content[`${part}None`] ? 'none' : content[part], {})),
    ...statedParts.flatMap((part) => line(part, content[part], {})),
    `Sources: ${content.basis}`,
  ];
}

/**
 * The class of a client with simplified CDD; records from before classes were required only state that there is one.
 */
function formatListedClasses({
  listedClass,
  inListedClass,
}: Extract<Content, { subject: 'simplified' }>): string[] {
  if (listedClass) return [`Listed class: ${listedClassLabels[listedClass]}`];
  return inListedClass ? ['Listed class (simplified CDD)'] : [];
}

/** A finding as text, one paragraph each. */
function getTexts(
  content: Content,
  laws: readonly Jurisdiction[],
  documentNames: ReadonlyMap<string, string>,
): string[] {
  switch (content.subject) {
    case 'politicalExposure': {
      const of = content.pepOf === null ? '' : ` ${pepOfLabels[content.pepOf]}`;
      return [`${pepStatusLabels[content.pepStatus]}${of}`, ...formatOffices(content, laws), content.basis];
    }
    case 'sourceOfWealthOrFunds':
      return [
        `${sourceOfLabels[content.of]}: ${content.description}`,
        content.verification === null ? 'Not verified yet' : `Verified: ${content.verification}`,
      ];
    case 'structure':
      return [
        ...(content.holdsPersonalAssets ? ['Holds personal assets'] : []),
        ...(content.beneficiaryCount === null ? [] : [`Beneficiaries: ${content.beneficiaryCount}`]),
        ...(content.holdsPersonalAssets || content.beneficiaryCount !== null ? [] : ['No unusual structure']),
      ];
    case 'entity':
      return formatEntityFindings(content, documentNames);
    case 'ownership':
      return [
        `${ownershipOutcomeLabels[content.outcome]}${formatSource(content, documentNames)}`,
        content.basis,
      ];
    case 'ownersDeemed':
      return [ownersDeemedLabels[content.ground], content.basis];
    case 'addressVerified':
      return [content.address, content.basis];
    case 'addressExcused':
      return [content.reason];
    case 'unusual':
      return [content.what, content.findings === null ? 'Written findings outstanding' : content.findings];
    case 'significantChange':
    case 'nestedServices':
      return [content.what];
    case 'newTechnology':
    case 'furtherMeasures':
      return [content.what, content.measures ?? 'Measures outstanding'];
    case 'anonymousAccount':
      return [content.what, content.ended ?? 'Not in the client’s own name yet'];
    case 'earlierCdd':
      return [
        earlierCddLabels[content.ground],
        `Done by ${content.doneBy} on ${formatDate(content.doneOn)}`,
        ...(content.procedure ? [`Class of customers: ${content.procedure}`] : []),
        content.basis,
      ];
    case 'preCommencement': {
      const name = documentNames.get(content.documentId) ?? 'no longer on record';
      return [content.reason, `Shown by a document of ${formatDate(content.dated)}: ${name}`];
    }
    case 'actingExcused':
    case 'pepCheckExcused':
    case 'enhanced':
    case 'mitigation':
      return [content.reason];
    case 'simplified':
      return [...formatListedClasses(content), content.ground];
    case 'seniorApproval':
      return [content.note ?? 'The relationship is approved'];
    case 'sourceValue': {
      const told = (label: string, amount: number | null) =>
        amount === null ? [] : [`${label}: ${formatMoney(amount, content.currency, { cents: 'ifAny' })}`];
      return [...told('Wealth', content.wealth), ...told('Funds', content.funds), content.basis];
    }
    case 'sourceNotRelevant':
      return [sourceOfLabels[content.of], content.reason];
  }
}

/** A finding as values of its form. */
function getValues({ recorded }: Finding): Record<string, unknown> {
  if (recorded === null) return {};
  if (recorded.content.subject === 'sourceValue') {
    const { wealth, funds, ...rest } = recorded.content;
    const text = (amount: number | null) => (amount === null ? '' : formatAmount(amount));
    return { ...rest, wealth: text(wealth), funds: text(funds) };
  }
  return Object.fromEntries(
    Object.entries(recorded.content).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : (value ?? ''),
    ]),
  );
}

/** Parts that the form of an entity's information offers. */
function getEntityParts({ recorded }: Finding, items: Diligence['items']): EntityPart[] {
  const content = recorded?.content;
  return offeredEntityParts(
    items.map(({ code }) => code),
    content?.subject === 'entity' ? content : null,
  );
}

/** The findings of the panel, and the form that the URL requests: `?record=subject` or `?withdraw=subject`. */
export function findingLines(
  {
    findings,
    items,
    sourceDocuments,
    preCommencementDocuments,
  }: Pick<Diligence, 'findings' | 'items' | 'sourceDocuments' | 'preCommencementDocuments'>,
  url: URL,
  { timeZone, regulatedIn: laws }: { timeZone: string; regulatedIn: readonly Jurisdiction[] },
) {
  const named = [...sourceDocuments, ...preCommencementDocuments];
  const documentNames = new Map(named.map(({ id, fileName }) => [id, fileName]));
  const lines = findings.map((finding) => ({
    subject: finding.subject,
    label: findingLabels[finding.subject],
    texts: finding.recorded ? getTexts(finding.recorded.content, laws, documentNames) : [],
    recorded: finding.recorded && `${finding.recorded.by}, ${formatInstant(finding.recorded.at, timeZone)}`,
    mayRecord: finding.mayRecord,
    mayWithdraw: finding.mayWithdraw,
  }));
  const findingInUrl = (name: string) =>
    findings.find(({ subject }) => subject === url.searchParams.get(name)) ?? null;
  const [record, withdraw] = [findingInUrl('record'), findingInUrl('withdraw')];
  const isUnshown = findings.some(
    ({ subject, recorded }) => subject === 'preCommencement' && recorded === null,
  );
  return {
    lines,
    note: isUnshown
      ? 'Marked as a pre-commencement client, which no document shows yet: initial CDD is required. Record “Client of before the law applied”, or complete CDD.'
      : null,
    record: record?.mayRecord
      ? {
          subject: record.subject,
          values: getValues(record),
          entityParts: getEntityParts(record, items),
          documents: record.subject === 'preCommencement' ? preCommencementDocuments : sourceDocuments,
          laws,
        }
      : null,
    withdraw: withdraw?.mayWithdraw ? withdraw.subject : null,
    // The link was made for a member with the permission, which this member lacks.
    forbiddenLabel: record !== null && !record.mayRecord ? findingLabels[record.subject] : null,
  };
}

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => clientSectionUrl(params.id ?? '', 'findings'),
  rejected: ({ result, status }) => data({ panel: 'finding' as const, ...result }, { status }),
});

const ofClient = ({ params }: MemberArgs) => ({ id: params.id ?? '' });

const recorded = 'Finding recorded. Requirements recalculated.';

const recordsFinding = submits({ endpoint: recordFinding, params: ofClient, accepted: recorded });

/** Amounts stay text until the contract parses them: as numbers, "12500" would be cents. */
const recordsValue = submits({
  endpoint: recordFinding,
  params: ofClient,
  body: ['subject', 'version', 'wealth', 'funds', 'currency', 'basis'],
  accepted: recorded,
});

/** The forms that record a finding or withdraw one. */
export const handleFindingAction = formActions({
  record: (args: MemberArgs, form: FormData, pressed: PressedButton) => {
    const records = textIn(form, 'subject') === 'sourceValue' ? recordsValue : recordsFinding;
    return records(args, form, pressed);
  },
  withdraw: submits({
    endpoint: withdrawFinding,
    params: (args, form) => ({
      ...ofClient(args),
      subject: findingSubjects.find((subject) => subject === textIn(form, 'subject')) ?? throwFieldErrors(),
    }),
    accepted: 'Finding withdrawn. Requirements recalculated.',
  }),
});
