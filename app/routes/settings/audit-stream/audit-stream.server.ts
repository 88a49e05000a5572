import { data } from '@remix-run/node';
import {
  createAuditStream,
  readAuditStream,
  removeAuditStream,
  rotateAuditStreamSecret,
} from '#contract/platform/audit-stream.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, typedSubmission } from '../../../components/forms/form-actions.server.ts';
import { type FormResult, toFormResult } from '../../../components/forms/form-result.server.ts';
import { typedTextIn } from '../../../components/forms/parse-form.server.ts';
import { appEnv } from '../../../env.server.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

const page = settingsUrl('stream');

/** Data of the audit stream view. */
export async function loadAuditStream({ api, me, url }: MemberArgs) {
  const [{ stream }, { company }] = await Promise.all([api.call(readAuditStream, {}), me()]);
  const at = (instant: string | null) => instant && formatInstant(instant, company.timeZone);
  const { isSandbox, appUrl } = appEnv();
  return {
    stream: stream && {
      host: stream.host,
      createdAt: at(stream.createdAt),
      deliveredAt: at(stream.deliveredAt),
      failure:
        stream.attempts === 0
          ? null
          : {
              error: stream.lastError,
              at: at(stream.failedAt),
              attempts: stream.attempts === 1 ? '1 failed attempt' : `${stream.attempts} failed attempts`,
              nextAt: at(stream.nextAttemptAt),
            },
      waiting: stream.waiting >= 10_000 ? 'more than 10,000' : formatNumber(stream.waiting),
      formerSecretUntil: at(stream.formerSecretUntil),
    },
    confirms: url.searchParams.get('confirm') === 'remove',
    sandboxUrl: isSandbox ? `${appUrl}/sandbox/siem/events` : null,
  };
}

/** A new secret, shown once, or what was wrong. */
export interface AuditStreamAnswer extends Partial<FormResult> {
  secret?: string;
}

async function create({ api }: MemberArgs, form: FormData) {
  const sent = await api.submitForm(createAuditStream, { body: { url: typedTextIn(form, 'url') } });
  if (!sent.ok) {
    const { status } = sent.problem;
    return data<AuditStreamAnswer>(toFormResult(typedSubmission(form), sent.problem), { status });
  }
  return data<AuditStreamAnswer>({ secret: sent.value.secret ?? '' });
}

async function rotate({ api }: MemberArgs, form: FormData) {
  const sent = await api.submit(rotateAuditStreamSecret, {});
  if (!sent.ok) {
    const { status } = sent.problem;
    return data<AuditStreamAnswer>(toFormResult(typedSubmission(form), sent.problem), { status });
  }
  return data<AuditStreamAnswer>({ secret: sent.value.secret ?? '' });
}

async function remove({ api }: MemberArgs) {
  await api.call(removeAuditStream, {});
  return redirectWithFlash(page, {
    kind: 'success',
    text: 'Receiver removed. Audit events are no longer sent.',
  });
}

/** Handles the forms of the audit stream view. */
export const handleAuditStreamAction = onSubmit(formActions({ create, rotate, remove }));
