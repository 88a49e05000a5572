import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { type AuditEventInput, recordEvent } from '../audit/record-event.ts';
import type { CompaniesTable } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { adoptStarterTemplates } from '../templates/starters.ts';
import { createDefaultWorklist } from '../worklists/default-worklist.ts';

type Trx = Transaction<Schema>;

/** How far the set-up of a company has come. */
export interface Progress {
  /** Everything that is not there, in the order of the steps. Templates and team never hold it up. */
  left: OnboardingStep[];
  isComplete: boolean;
  isDone: boolean;
  accessRestricted: boolean;
  accessRestrictedReason: string | null;
}

interface Facts
  extends Pick<
    Selectable<CompaniesTable>,
    | 'legal_name'
    | 'sector'
    | 'address'
    | 'regulated_in'
    | 'onboarding_step'
    | 'access_restricted'
    | 'access_restricted_reason'
    | 'access_restricted_by'
    | 'subscription_active'
  > {
  has_officer: boolean;
  has_templates: boolean;
  has_team: boolean;
  owner_id: string | null;
}

/** One query for everything that the steps hang on. With `lock`, the company's row stays as it is until the transaction ends. */
async function readFacts(trx: Trx, companyId: string, lock: boolean): Promise<Facts> {
  if (lock) {
    await trx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
  }
  const { rows } = await sql<Facts>`
    SELECT c.legal_name, c.sector, c.address, c.regulated_in, c.onboarding_step, c.access_restricted,
           c.access_restricted_reason, c.access_restricted_by, c.subscription_active,
           EXISTS (SELECT FROM members m WHERE m.company_id = c.id AND m.status IN ('active', 'invited')
                    AND 'complianceOfficer' = ANY (m.designations)) AS has_officer,
           EXISTS (SELECT FROM risk_templates t WHERE t.company_id = c.id AND t.archived_at IS NULL) AS has_templates,
           (SELECT count(*) FROM members m WHERE m.company_id = c.id AND m.status IN ('active', 'invited')) > 1 AS has_team,
           (SELECT m.id FROM members m WHERE m.company_id = c.id AND m.role = 'owner' AND m.status = 'active'
             ORDER BY m.created_at, m.id LIMIT 1) AS owner_id
      FROM companies c WHERE c.id = ${companyId}`.execute(trx);
  const [facts] = rows;
  if (facts === undefined) throw new Error('A company that somebody belongs to cannot be read.');
  return facts;
}

/** Whether the company's own step is done: what a member gives of it, not what it signed up with. */
export function hasDetails({
  legal_name,
  sector,
  address,
}: Pick<Facts, 'legal_name' | 'sector' | 'address'>): boolean {
  return legal_name !== null && sector !== null && address !== null;
}

function progressOf(facts: Facts): Progress {
  const steps: Record<OnboardingStep, boolean> = {
    company: hasDetails(facts),
    officer: facts.has_officer,
    templates: facts.has_templates,
    team: facts.has_team,
    plan: facts.subscription_active,
  };
  return {
    left: (Object.keys(steps) as OnboardingStep[]).filter((step) => !steps[step]),
    isComplete: steps.company && steps.officer && steps.plan,
    isDone: facts.onboarding_step === 'done',
    accessRestricted: facts.access_restricted,
    accessRestrictedReason: facts.access_restricted_reason,
  };
}

/** How far the set-up has come, in a transaction of the company. */
export async function readProgress(trx: Trx, companyId: string): Promise<Progress> {
  return progressOf(await readFacts(trx, companyId, false));
}

/** The step that somebody who comes back goes on with, as the company's record keeps it. */
export function nextStep(left: readonly OnboardingStep[]): Selectable<CompaniesTable>['onboarding_step'] {
  if (left.includes('company')) return 'company';
  if (left.includes('officer')) return 'designations';
  return left.includes('templates') ? 'templates' : 'team';
}

type By = { companyId: string; actor: AuditEventInput['actor']; requestId: string };

/**
 * Ends the set-up where everything is there: details, a compliance officer, a plan. Whichever of them comes last calls this, in a
 * transaction of the company: it lifts the restriction that every new company starts with, makes the default worklist, and adopts the
 * starter templates where none was chosen. A restriction that a platform admin set stays. Does nothing to a company that is done.
 *
 * @returns true where the set-up ended now.
 */
export async function finishInTransaction(trx: Trx, deps: { now: () => Date }, by: By): Promise<boolean> {
  const facts = await readFacts(trx, by.companyId, true);
  const progress = progressOf(facts);
  if (progress.isDone) return false;
  const at = deps.now().toISOString();
  if (!progress.isComplete) {
    const step = nextStep(progress.left);
    if (step !== facts.onboarding_step) {
      await trx
        .updateTable('companies')
        .set({ onboarding_step: step })
        .where('id', '=', by.companyId)
        .execute();
    }
    return false;
  }
  const restricted = facts.access_restricted && facts.access_restricted_by !== null;
  await trx
    .updateTable('companies')
    .set({ onboarding_step: 'done', access_restricted: restricted, updated_at: at })
    .where('id', '=', by.companyId)
    .execute();
  if (!facts.has_templates && facts.owner_id !== null) {
    await adoptStarterTemplates(trx, deps, {
      ...by,
      memberId: facts.owner_id,
      countries: facts.regulated_in,
    });
  }
  await createDefaultWorklist(trx, deps, by);
  await recordEvent(trx, deps, {
    ...by,
    action: 'company.onboarded',
    resourceType: 'company',
    resourceId: by.companyId,
    detail:
      restricted === facts.access_restricted
        ? {}
        : { accessRestricted: { before: facts.access_restricted, after: restricted } },
  });
  return true;
}

/** `finishInTransaction` in a transaction of its own. */
export function finishWhenComplete(deps: { db: Kysely<Schema>; now: () => Date }, by: By): Promise<boolean> {
  return asTenant(deps.db, by.companyId, (trx) => finishInTransaction(trx, deps, by));
}
