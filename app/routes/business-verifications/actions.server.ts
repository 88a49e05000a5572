import { data } from '@remix-run/node';
import { decideBusinessVerification } from '#contract/business-verifications/business-verifications.ts';
import {
  continueBusinessVerification,
  createOwnershipParties,
  editOwnership,
  expandOwnership,
} from '#contract/business-verifications/ownership-endpoints.ts';
import {
  chooseRegistryEntity,
  resolveMismatch,
} from '#contract/business-verifications/registry-endpoints.ts';
import {
  type BusinessVerificationSection,
  businessVerificationPageTabs,
} from '#rules/verification-pages/business-tabs.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import type { FormResult } from '../../components/forms/form-result.server.ts';
import { textIn } from '../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';

/** Result of a form that was not accepted; `form` identifies it. */
export type VerificationResult = FormResult & { form: string };

const { getTab, sectionUrl, tabUrl } = businessVerificationPageTabs;

const getIds = ({ params }: MemberArgs) => ({
  clientId: params.clientId ?? '',
  id: params.verificationId ?? '',
});

/** The tab that was shown. */
const toTab = (args: MemberArgs) => tabUrl(getIds(args), getTab(args.url.searchParams));

const submits = screenForms<MemberArgs>()({
  page: toTab,
  rejected: ({ form, intent, result, status }) =>
    data<VerificationResult>({ form: textIn(form, 'form') || intent, ...result }, { status }),
});

const params = ({ params }: MemberArgs) => ({ id: params.verificationId ?? '' });

/** Redirects to a section of the page. */
const at =
  (section: BusinessVerificationSection, text: string) =>
  (_value: unknown, { args }: { args: MemberArgs }) => ({ to: sectionUrl(getIds(args), section), text });

/** The parties form in the contract's format: only rows whose checkbox is ticked. */
function partiesForm(form: FormData): FormData {
  const rows = new FormData();
  rows.set('version', textIn(form, 'version'));
  for (const [index, nodeId] of form.getAll('include').entries()) {
    if (typeof nodeId !== 'string') continue;
    rows.set(`parties[${index}].nodeId`, nodeId);
    const clientId = textIn(form, `getClient.${nodeId}`);
    const country = textIn(form, `getCountry.${nodeId}`);
    if (clientId) rows.set(`parties[${index}].clientId`, clientId);
    if (country) rows.set(`parties[${index}].country`, country);
  }
  return rows;
}

const editsOwnership = submits({
  endpoint: editOwnership,
  params,
  accepted: at('ownership', 'Ownership saved.'),
});

/** The forms of a verification's page. */
export const handleBusinessVerification = onSubmit(
  formActions({
    orderExtract: submits({ endpoint: chooseRegistryEntity, params, accepted: 'Extract received.' }),
    settle: submits({
      endpoint: resolveMismatch,
      params,
      accepted: at('differences', 'Discrepancy resolved.'),
    }),
    expand: submits({
      endpoint: expandOwnership,
      params,
      accepted: at('ownership', 'Ordering extracts for holders.'),
    }),
    continue: submits({
      endpoint: continueBusinessVerification,
      params,
      rename: () => new FormData(),
      accepted: 'Progress updated.',
    }),
    parties: submits({
      endpoint: createOwnershipParties,
      params,
      rename: partiesForm,
      accepted: at('verify', 'Related parties added.'),
    }),
    addNode: editsOwnership,
    saveHolding: editsOwnership,
    addControl: editsOwnership,
    remove: editsOwnership,
    decide: submits({
      endpoint: decideBusinessVerification,
      params,
      // A cancelled verification has no section for its decision. Otherwise it is beside what was in view.
      accepted: (_value, { args, form }) =>
        textIn(form, 'decision') === 'cancel'
          ? 'Verification cancelled.'
          : { to: `${toTab(args)}#decision`, text: 'Decision recorded.' },
    }),
  }),
);
