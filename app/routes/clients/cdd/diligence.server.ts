import { data } from '@remix-run/node';
import { approveClient, type Diligence, readDecisionBasis, transitionClient } from '#contract/cdd/cdd.ts';
import type { Problem } from '#contract/errors.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { approvalListReasonLabels } from '#rules/clients/client-refresh.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { formatAlternatives } from '#rules/format/alternatives.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { getRequirementHelp, type RequirementHelp } from '#rules/requirement-help.ts';
import { isAboutApprover } from '#rules/transition-guards/client-approval.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, screenForms } from '../../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import { listNotes } from '../../../components/risk/country-list-notes.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';
import { findingLines } from './findings.server.ts';

/** A pack's version consists of its country and first day: nz-2026-05-19. */
function formatRules(version: string): string {
  const day = version.slice(-10);
  return isCalendarDate(day) ? `rules as of ${formatDate(day)}` : version;
}

const isSame = (one: Pick<Blocker, 'text' | 'fix'>, other: Pick<Blocker, 'text' | 'fix'>) =>
  one.text === other.text && one.fix.id === other.fix.id;

/**
 * Outstanding requirements, without duplicates: unmet items of the rules, and all other blockers of a transition, so that the page states
 * every reason why a button is disabled. Who can approve is not a requirement of the client: that is stated only beside the button.
 */
function getMissing({ items, blockers, transitions, cddTransitions }: Diligence) {
  const all: (Blocker & { satisfied?: boolean })[] = [
    ...items.filter(({ satisfied }) => !satisfied),
    ...blockers,
    ...[...transitions, ...cddTransitions]
      .flatMap((move) => move.blockers)
      .filter((blocker) => !isAboutApprover(blocker)),
  ];
  return all.filter((item, at) => all.findIndex((other) => isSame(item, other)) === at);
}

/** The requirements with an explanation each; of several that have the same one, only the first. */
function withHelp<Item extends Blocker>(items: readonly Item[]): (Item & { help?: RequirementHelp })[] {
  const explained = new Set<RequirementHelp>();
  return items.map((item) => {
    const help = getRequirementHelp(item.code);
    if (help === undefined || explained.has(help)) return item;
    explained.add(help);
    return { ...item, help };
  });
}

/** Who can approve a client that the caller cannot: "Aroha Ngata or Ana Tui can approve this client." */
function formatOthers(others: readonly string[]): string {
  return others.length === 0
    ? 'No one else in your company can approve this client now. A compliance officer or a senior manager can be appointed under Settings, Team.'
    : `${formatAlternatives(others)} can approve this client.`;
}

/** What an approval does now, with the requirements that it needs before the law does; null if there is nothing to approve. */
function toApproval(diligence: Diligence) {
  const { approval } = diligence;
  if (approval === null) return null;
  const known = getMissing(diligence);
  const isShown = ({ text, fix }: Blocker) => known.some((item) => isSame(item, { text, fix }));
  return {
    ...approval,
    others: formatOthers(approval.others),
    early: approval.blockers.filter((blocker) => !isAboutApprover(blocker) && !isShown(blocker)),
  };
}

/** Number of outstanding requirements of a client. */
export const countOutstanding = (diligence: Diligence): number => getMissing(diligence).length;

/** Data of the panels about outstanding requirements and CDD, from the client's requirements. */
export async function readDiligencePanel({ api, me, params, url }: MemberArgs, required: Promise<Diligence>) {
  const id = params.id ?? '';
  const confirm = url.searchParams.get('confirm');
  const [found, { company, member }, relied] = await Promise.all([
    required,
    me(),
    confirm === 'approval'
      ? api.call(readDecisionBasis, { params: { id } })
      : { basis: [], decidedByOne: false },
  ]);
  const {
    lists,
    exception,
    reasons,
    findings,
    items,
    quiet,
    blockers: _b,
    sanctions: _s,
    refresh: _r,
    evidenceGap: gap,
    ...diligence
  } = found;
  return {
    ...diligence,
    toApprove: gap && { why: approvalListReasonLabels[gap.why], outstanding: gap.outstanding },
    approval: toApproval(found),
    missing: withHelp(getMissing(found)),
    settled: items.filter(({ satisfied }) => satisfied),
    quiet: quiet && { ...quiet, since: formatDate(quiet.since) },
    exception: exception && { ...exception, endsOn: formatDate(exception.endsOn) },
    reasons: reasons.map(({ rulePackVersion, ...reason }) => ({
      ...reason,
      rules: formatRules(rulePackVersion),
    })),
    findings: findingLines({ ...found, findings, items }, url, company),
    canAssess: may({ member, company }, 'records.write'),
    day: formatDate(found.on),
    lists: listNotes(lists),
    confirm,
    /** Evidence of an approval that is being confirmed. */
    basis: relied.basis,
    /** Whether it would be by one person. */
    isByOne: relied.decidedByOne,
    decision: found.decision && {
      ...found.decision,
      at: formatInstant(found.decision.at, company.timeZone),
      byOne: found.decision.decidedByOne ? decidedByOneLabel : null,
    },
    requestKey: newRequestKey(),
  };
}

function getHeading({ code, detail, title }: Problem): string {
  return code === 'record.versionConflict'
    ? 'Someone else changed this client. Nothing was changed; review it and try again'
    : (detail ?? title);
}

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => clientSectionUrl(params.id ?? '', 'diligence'),
  rejected: ({ result: { reply }, status, problem }) => {
    const panel = 'move' as const;
    if (problem === undefined) return data({ panel, heading: 'No change made', reply }, { status });
    const { blockers = [], fields = {} } = problem;
    // Problems of a field of the confirmation are shown at that field.
    const isOfForm = Object.keys(fields).every((field) => field === '');
    return data(
      { panel, heading: getHeading(problem), reply, blockers: isOfForm ? blockers : [] },
      { status },
    );
  },
});

const transitionsClient = submits({
  endpoint: transitionClient,
  params: ({ params }) => ({ id: params.id ?? '' }),
  accepted: 'Client status updated.',
});

/** The approval of a client, as far as the member may. */
export const handleClientApproval = submits({
  endpoint: approveClient,
  params: ({ params }) => ({ id: params.id ?? '' }),
  accepted: ({ cddStatus, approval }) =>
    cddStatus === 'verified'
      ? 'Client approved.'
      : `Sent for approval. ${formatOthers(approval?.others ?? [])}`,
});

/** Small forms for transitions of a client or its CDD. */
export const handleClientTransition = formActions(
  { client: transitionsClient, cdd: transitionsClient },
  { field: 'lifecycle' },
);
