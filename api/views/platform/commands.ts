import { restrictCompany as restrictEndpoint } from '#contract/platform/platform.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { TeamDeps } from '../../records/team/invitations.ts';
import { lockCompanyFlags, readCompanyFlags, writeRestriction } from './company-store.ts';
import { toAdminEvents } from './record-admin-event.ts';

const command = commandsFor<TeamDeps>();

/**
 * POST /admin/companies/:companyId/restriction. Lifting it reopens the company, unless its setup is incomplete: that restriction ends with
 * setup.
 * @throws `record.versionConflict` if the flags have changed since.
 */
export const restrictCompany = command(restrictEndpoint, {
  lock: async ({ trx, params }) => (await lockCompanyFlags(trx, params.companyId)) ?? null,
  stale: {
    message: 'This company was changed after you opened the page. Review it, then decide.',
    current: () => null,
  },
  check({ body }, before) {
    const byAdmin = before.access_restricted && before.access_restricted_by !== null;
    if (body.to === 'restricted' || byAdmin) return;
    throw invalid(
      before.access_restricted
        ? 'Company setup is not complete. Records open when it is; there is no restriction to remove.'
        : 'This company is not restricted.',
    );
  },
  async change({ trx, at, caller, body, params }, before) {
    const restricts = body.to === 'restricted';
    const flags = {
      access_restricted: restricts || before.onboarding_step !== 'done',
      access_restricted_reason: restricts ? body.reason : null,
      access_restricted_at: restricts ? at : null,
      access_restricted_by: restricts ? caller.admin.id : null,
    };
    await writeRestriction(trx, params.companyId, flags, at);
    return flags;
  },
  read: async (_context, { version }, flags) => ({
    version: version + 1,
    accessRestricted: flags.access_restricted,
  }),
  async again({ trx, params }) {
    const flags = await readCompanyFlags(trx, params.companyId);
    return flags === undefined ? null : { version: flags.version, accessRestricted: flags.access_restricted };
  },
  events: ({ params, body }, { before, done: flags }) =>
    toAdminEvents({
      companyId: params.companyId,
      action: body.to === 'restricted' ? 'company.restricted' : 'company.restrictionLifted',
      reason: body.reason,
      detail: {
        changes: changesBetween(
          { accessRestricted: before.access_restricted, visibleReason: before.access_restricted_reason },
          { accessRestricted: flags.access_restricted, visibleReason: flags.access_restricted_reason },
        ),
      },
    }),
});
