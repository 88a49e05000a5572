import { data } from '@remix-run/node';
import { z } from 'zod';
import type { readClientGroup } from '#contract/clients/client-group.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { cddStatusLabels, formatClientStatus, riskLevelLabels } from '#rules/clients/client-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formActions } from '../../../components/forms/form-actions.server.ts';
import {
  type FormResult,
  newRequestKey,
  toFormResult,
} from '../../../components/forms/form-result.server.ts';
import { parseForm } from '../../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';
import { startBulk } from '../bulk/bulk.server.ts';

type Group = EndpointResponse<typeof readClientGroup>;

/** "Director of Kauri Limited"; seen from the company, "Ana Tui is Director". */
function formatRelation({ roles, of, isReverse }: Group['clients'][number]['relation']): string {
  const names = roles.map((role) => partyRoleLabels[role]).join(', ');
  return isReverse ? `${of.name}: ${names}` : `${names} of ${of.name}`;
}

/** Data of the panel of connected clients. */
export async function readGroupPanel({ me }: MemberArgs, group: Promise<Group>) {
  const [{ clients, hasMore }, session] = await Promise.all([group, me()]);
  return {
    hasMore,
    lines: clients.map(
      ({ id, name, sanctions, status, riskLevel, cddStatus, nextReviewDueOn, relation }) => ({
        id,
        name,
        sanctions,
        relation: formatRelation(relation),
        status: formatClientStatus({ status, cddStatus }),
        cdd: cddStatusLabels[cddStatus],
        risk: riskLevel === null ? 'Not assessed' : riskLevelLabels[riskLevel],
        review: nextReviewDueOn === null ? 'None' : formatDate(nextReviewDueOn),
      }),
    ),
    mayWrite: may(session, 'records.write'),
    requestKey: newRequestKey(),
  };
}

export type GroupPanelData = Awaited<ReturnType<typeof readGroupPanel>>;

const reviewForm = z.object({
  client: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(z.string()).min(1, { error: 'Select at least one client' }),
  ),
  dueOn: z.string().default(''),
  cause: z.string().default(''),
});

/** Schedules one review for several connected clients, as a bulk action. */
async function scheduleReviews({ api }: MemberArgs, form: FormData) {
  const panel = 'group' as const;
  const submission = parseForm(form, reviewForm);
  if (submission.status !== 'success') {
    return data<{ panel: 'group' } & FormResult>({ panel, reply: submission.reply() }, { status: 422 });
  }
  const { client: clientIds, dueOn, cause } = submission.value;
  const sent = await startBulk(api, form, { kind: 'startReview', dueOn, cause }, { clientIds });
  if ('started' in sent) return sent.started;
  const fields: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(sent.problem.fields ?? {})) {
    const field = path.startsWith('act.') ? path.slice(4) : path === 'clientIds' ? 'client' : '';
    fields[field] = [...(fields[field] ?? []), ...messages];
  }
  const result = toFormResult(submission, { ...sent.problem, fields });
  return data<{ panel: 'group' } & FormResult>({ panel, ...result }, { status: sent.problem.status });
}

/** The form of the panel of connected clients. */
export const handleGroupAction = formActions({ scheduleReviews });
