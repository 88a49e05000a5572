import { data } from '@remix-run/node';
import type { Diligence } from '#contract/cdd/cdd.ts';
import {
  addFundsLine,
  changeFundsLine,
  type FundsLine,
  fundsLine as fundsLineSchema,
  type listFundsLines,
  readFundsLine,
  rejectFundsLine,
  verifyFundsLine,
  withdrawFundsLine,
} from '#contract/cdd/funds-lines.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { isRecordId } from '#contract/record-id.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { formatAmount } from '#rules/format/money.ts';
import { fundsKindLabels, fundsPurposeLabels } from '#rules/source-of-funds/funds-lines.ts';
import {
  formActions,
  type PressedButton,
  screenForms,
} from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import {
  applyOverwriteVersion,
  textIn,
  tickedIn,
  typedTextIn,
} from '../../../components/forms/parse-form.server.ts';
import type { VersionRow } from '../../../components/forms/version-conflict.tsx';
import { toCoverageView, toFundsLineView } from '../../../components/funds/funds-views.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';

const steps = ['verify', 'reject', 'withdraw'] as const;

/** Initial values of the form of an existing line. */
const getValues = (line: FundsLine) => ({
  of: line.of,
  kind: line.kind,
  amount: formatAmount(line.amount),
  currency: line.currency,
  from: line.from,
  period: line.period ?? '',
  corroboration: line.corroboration ?? '',
  documentIds: line.documents.map(({ id }) => id),
});

/** The form that the URL requests: `?funds=new`, with `&activity=…`; `?funds={id}`, with `&step=verify`, `reject` or `withdraw`. */
async function getRequestedForm({ api, url }: MemberArgs, clientId: string) {
  const requested = url.searchParams.get('funds');
  if (requested === 'new') {
    return {
      step: 'add' as const,
      line: null,
      documents: [],
      values: { activityId: url.searchParams.get('activity') ?? '' },
    };
  }
  if (requested === null || !isRecordId(requested)) return null;
  const line = await api.call(readFundsLine, { params: { id: clientId, lineId: requested } });
  return {
    step: steps.find((step) => step === url.searchParams.get('step')) ?? ('edit' as const),
    line: { id: line.id, version: line.version, name: fundsKindLabels[line.kind], activity: line.activity },
    documents: line.documents,
    values: getValues(line),
  };
}

/** Requirements of the client's own sources that are outstanding; those of a related party are on the party's page. */
const getOutstanding = ({ items }: Diligence) =>
  items.filter(({ satisfied, fix }) => !satisfied && fix.of === undefined);

/** Data of the panel of source of funds and wealth, from the lines that the page lists and the client's requirements. */
export async function readFundsPanel(
  args: MemberArgs,
  listed: Promise<EndpointResponse<typeof listFundsLines>>,
  required: Promise<Diligence>,
) {
  const { me, params, url } = args;
  const id = params.id ?? '';
  const [found, diligence, form, session] = await Promise.all([
    listed,
    required,
    getRequestedForm(args, id),
    me(),
  ]);
  const mayWrite = may(session, 'records.write');
  const { timeZone, billingCountryCode } = session.company;
  return {
    clientId: id,
    lines: found.items.map((line) => toFundsLineView(line, timeZone)),
    coverage: found.coverage.map((each) => toCoverageView(each, getOutstanding(diligence))),
    tolerancePercent: found.tolerancePercent,
    documents: found.documents,
    activities: found.activities,
    isFirstPage: !url.searchParams.has('fundsAfter'),
    nextAfter: found.nextAfter,
    kindsWithoutDocument: found.kindsWithoutDocument,
    currency: billingCountryCode === 'AUS' ? 'AUD' : 'NZD',
    form: mayWrite ? form : null,
    mayWrite,
    requestKey: newRequestKey(),
  };
}

/** Both versions as text, when someone else saved the line first. */
function versionRows(mine: Record<string, unknown>, saved: FundsLine): VersionRow[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const savedValues = getValues(saved);
  const row = (label: string, name: 'amount' | 'currency' | 'from' | 'period' | 'corroboration') => ({
    label,
    mine: text(mine[name]),
    kept: savedValues[name],
  });
  return [
    {
      label: 'Source of wealth or funds',
      mine: fundsPurposeLabels[mine.of as FundsLine['of']] ?? '',
      kept: fundsPurposeLabels[saved.of],
    },
    {
      label: 'Kind',
      mine: fundsKindLabels[mine.kind as FundsLine['kind']] ?? '',
      kept: fundsKindLabels[saved.kind],
    },
    row('Amount', 'amount'),
    row('Currency', 'currency'),
    row('From', 'from'),
    row('Period', 'period'),
    row('Corroboration', 'corroboration'),
  ];
}

type FundsResult = FormResult & {
  panel: 'funds';
  stale?: { rows: VersionRow[]; savedVersion: number };
};

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => clientSectionUrl(params.id ?? '', 'funds'),
  rejected: ({ result, submission, status, problem, intent }) => {
    const current = fundsLineSchema.safeParse(problem?.current);
    const rejected: FundsResult = { panel: 'funds', ...result };
    if (intent === 'save' && problem?.code === 'record.versionConflict' && current.success) {
      rejected.reply = submission.reply();
      rejected.stale = {
        rows: versionRows(submission.payload, current.data),
        savedVersion: current.data.version,
      };
    }
    return data(rejected, { status });
  },
});

const ofClient = ({ params }: MemberArgs) => ({ id: params.id ?? '' });
const ofLine = (args: MemberArgs, form: FormData) => ({ ...ofClient(args), lineId: textIn(form, 'lineId') });

/** The fields of a line. Amounts stay text until the contract parses them: as numbers, "12500" would be cents. */
const getBody = (form: FormData) => ({
  of: typedTextIn(form, 'of'),
  kind: typedTextIn(form, 'kind'),
  amount: typedTextIn(form, 'amount'),
  currency: typedTextIn(form, 'currency'),
  from: typedTextIn(form, 'from'),
  period: typedTextIn(form, 'period'),
  corroboration: typedTextIn(form, 'corroboration'),
  documentIds: tickedIn(form, 'documentIds'),
});

const addsLine = submits({
  endpoint: addFundsLine,
  params: ofClient,
  body: (form) => ({ ...getBody(form), activityId: typedTextIn(form, 'activityId') }),
  accepted: 'Line added.',
});
const changesLine = submits({
  endpoint: changeFundsLine,
  params: ofLine,
  body: (form) => ({ ...getBody(form), version: typedTextIn(form, 'version') }),
  accepted: 'Line saved.',
});

/** The forms that add, change, verify, reject and withdraw a line. */
export const handleFundsAction = formActions(
  {
    save: (args: MemberArgs, form: FormData, pressed: PressedButton) => {
      applyOverwriteVersion(form);
      const saves = form.has('lineId') ? changesLine : addsLine;
      return saves(args, form, pressed);
    },
    verify: submits({ endpoint: verifyFundsLine, params: ofLine, accepted: 'Line verified.' }),
    reject: submits({ endpoint: rejectFundsLine, params: ofLine, accepted: 'Line rejected.' }),
    withdraw: submits({ endpoint: withdrawFundsLine, params: ofLine, accepted: 'Line withdrawn.' }),
  },
  { overwrites: 'save' },
);
