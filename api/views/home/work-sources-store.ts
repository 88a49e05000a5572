import { sql } from 'kysely';
import { prospectiveClientStatuses } from '#rules/lifecycles/clients.ts';
import { editableAssessmentStatuses } from '#rules/lifecycles/risk.ts';
import { workRanks } from '#rules/work-queue.ts';
import { literals } from '../../kernel/database/literals.ts';
import { approvalSources, clientApprovalSources } from './approval-work-store.ts';
import { activitySources, alertSources, reviewSources } from './due-work-store.ts';
import { assessmentColumns, blank, type WorkScope, type WorkSource } from './work-source-shape-store.ts';

/** Document requests that were submitted in full. */
const requestSource: WorkSource = {
  rank: workRanks.awaited,
  from: sql`document_requests r`,
  met: sql`r.status = 'submitted'`,
  due: sql`r.submitted_at`,
  id: sql`r.id`,
  columns: {
    ...blank,
    kind: sql`'request'`,
    resourceType: sql`'clients'`,
    resourceId: sql`r.client_id`,
    about: sql`r.recipient_name`,
    since: sql`r.submitted_at`,
  },
};

/** Verifications with results but no decision. */
const verificationSources = (['individual', 'business'] as const).map(
  (kind): WorkSource => ({
    rank: workRanks.verification,
    from: sql`${sql.ref(`${kind}_verifications`)} v`,
    met: sql`v.status = 'needsReview'`,
    due: null,
    id: sql`v.id`,
    columns: {
      ...blank,
      kind: sql`'verification'`,
      resourceType: sql`'clients'`,
      resourceId: sql`v.client_id`,
      status: sql.lit(kind),
      since: sql`v.updated_at`,
    },
  }),
);

/** The member's draft and returned assessments. */
const draftSource = ({ memberId }: WorkScope): WorkSource => ({
  rank: workRanks.draft,
  from: sql`risk_assessments a`,
  met: sql`a.status IN ${literals(editableAssessmentStatuses)} AND a.assessed_by = ${memberId}`,
  due: null,
  id: sql`a.id`,
  columns: { ...assessmentColumns, kind: sql`'draft'`, since: sql`a.created_at` },
});

/** Clients with the member as relationship owner that are not active yet, except those that await an approval: they wait for someone else. */
const onboardingSources = ({ memberId }: WorkScope): WorkSource[] =>
  prospectiveClientStatuses.map((status) => ({
    rank: workRanks.onboarding,
    from: sql`clients c`,
    met: sql`c.responsible_member_id = ${memberId} AND c.status = ${sql.lit(status)} AND c.cdd_status <> 'readyForReview'`,
    due: null,
    id: sql`c.id`,
    columns: {
      ...blank,
      kind: sql`'onboarding'`,
      resourceType: sql`'clients'`,
      resourceId: sql`c.id`,
      level: sql`c.risk_level`,
      status: sql`c.display_status`,
      since: sql`c.created_at`,
    },
  }));

/** Sources in the order of their ranks. Those without due dates are left out where the scope is a part by due date. */
export function workSources(scope: WorkScope): WorkSource[] {
  const dated = [...alertSources(scope), ...reviewSources(scope), ...activitySources(scope)];
  const undated =
    scope.due === undefined
      ? [
          ...approvalSources(scope),
          ...clientApprovalSources(scope),
          requestSource,
          ...verificationSources,
          draftSource(scope),
          ...onboardingSources(scope),
        ]
      : [];
  return [...dated, ...undated].sort((one, other) => one.rank - other.rank);
}
