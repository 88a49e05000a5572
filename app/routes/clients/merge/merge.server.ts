import { data } from '@remix-run/node';
import type { Client } from '#contract/clients/client-record.ts';
import { listClients, readClient } from '#contract/clients/clients.ts';
import { listDuplicates, mergeClients, previewMerge } from '#contract/clients/merging.ts';
import { isRecordId } from '#contract/record-id.ts';
import { mergeFieldKeys } from '#rules/client-merging/merging.ts';
import { clientStatusLabels, clientTypeLabels } from '#rules/clients/client-types.ts';
import { getMatch } from '../../../components/activities/client-matches.server.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { textIn } from '../../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { requirePermission } from '../../../session/permissions.server.ts';
import { differenceLines } from './merge-values.server.ts';

const maxMatches = 8;

/** A record as both steps name it. */
const toHeading = (client: Client, timeZone: string) => ({
  id: client.id,
  name: client.displayName,
  version: client.version,
  about: [
    clientTypeLabels[client.clientType],
    clientStatusLabels[client.status],
    client.externalId,
    `created ${formatInstant(client.createdAt, timeZone)}`,
  ]
    .filter(Boolean)
    .join(' · '),
});

/** The first step: likely duplicates, and the clients that a search finds. */
async function loadChoice({ api, url }: MemberArgs, client: Client, id: string) {
  const q = url.searchParams.get('find')?.trim().slice(0, 200) ?? '';
  const [{ duplicates }, found] = await Promise.all([
    api.call(listDuplicates, { params: { id } }),
    q === '' ? null : api.submit(listClients, { query: { q, kind: client.kind, limit: maxMatches + 1 } }),
  ]);
  return {
    duplicates,
    search: {
      q,
      matches: found?.ok
        ? found.value.items
            .filter((item) => item.id !== id)
            .slice(0, maxMatches)
            .map(getMatch)
        : [],
      problem: found === null || found.ok ? null : (found.problem.detail ?? `${found.problem.title}.`),
    },
  };
}

/** The second step: both records side by side, and what follows from merging them. */
async function loadComparison({ api }: MemberArgs, survivor: Client, mergedId: string, timeZone: string) {
  const [merged, preview] = await Promise.all([
    api.call(readClient, { params: { id: mergedId } }),
    api.call(previewMerge, { params: { id: survivor.id, mergedId } }),
  ]);
  return {
    merged: toHeading(merged, timeZone),
    differences: survivor.kind === merged.kind ? differenceLines(survivor, merged) : [],
    ...preview,
  };
}

/** Data of the page, for the step in its URL. */
export async function loadMerge(args: MemberArgs) {
  const { api, me, params, url, requestId } = args;
  const id = params.id ?? '';
  const session = await me();
  requirePermission(session, 'clients.merge', requestId);
  const { timeZone } = session.company;
  const client = await api.call(readClient, { params: { id } });
  const other = url.searchParams.get('with') ?? '';
  const isChosen = isRecordId(other);
  return {
    survivor: toHeading(client, timeZone),
    choice: isChosen ? null : await loadChoice(args, client, id),
    comparison: isChosen ? await loadComparison(args, client, other, timeZone) : null,
    requestKey: newRequestKey(),
  };
}

export type MergeData = Awaited<ReturnType<typeof loadMerge>>;

/** Result of a rejected merge. */
export interface MergeResult extends FormResult {
  /** Details for which the merged record's value was chosen. */
  taken: string[];
}

/** Name of the field in which one of the two values is chosen. */
const choiceName = (key: string) => `detail-${key}`;

const takenIn = (form: FormData) => mergeFieldKeys.filter((key) => form.get(choiceName(key)) === 'theirs');

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => `/clients/${params.id}`,
  rejected: ({ form, result, status }) => data<MergeResult>({ ...result, taken: takenIn(form) }, { status }),
});

/** Merges the two records of the page. */
export const handleMerge = onSubmit(
  formActions({
    merge: submits({
      endpoint: mergeClients,
      params: ({ params }) => ({ id: params.id ?? '' }),
      body: (form) => ({
        version: textIn(form, 'version'),
        mergedId: textIn(form, 'mergedId'),
        mergedVersion: textIn(form, 'mergedVersion'),
        taken: takenIn(form),
        reason: textIn(form, 'reason'),
      }),
      accepted: ({ name, mergedName }) => `${mergedName} was merged into ${name}.`,
    }),
  }),
);
