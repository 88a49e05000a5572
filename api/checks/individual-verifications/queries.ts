import {
  listVerifications as listEndpoint,
  readVerification as readEndpoint,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import {
  decisiveRules,
  type JudgedCompany,
  verificationRuleOn,
} from '#rules/identity-verification/evaluate.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { readUnmetVerifications } from './record/at-present-risk.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { formatDocument } from './record/documents.ts';
import { toIdentityVerificationDto } from './record/dto.ts';
import { relianceFact } from './record/facts.ts';
import { verificationPage } from './record/list-store.ts';
import { readVerificationById } from './record/store.ts';

const query = queriesFor<VerificationsDeps>();

const perPage = 20;

type ListedVerification = Awaited<ReturnType<typeof verificationPage>>[number];

/** Points to confirm of the rules that decided a verification, or that decide it today. */
function pointsToConfirm(
  { method, rules, reliance }: Pick<ListedVerification, 'method' | 'rules' | 'reliance'>,
  { on, company }: { on: CalendarDate; company: JudgedCompany },
): string[] {
  const deciding =
    rules?.filter(({ decisive }) => decisive) ??
    decisiveRules({ method, on, reliance: reliance && relianceFact(reliance) }, company).flatMap(
      (id) => verificationRuleOn(id, on, company) ?? [],
    );
  return [...new Set(deciding.flatMap(({ uncertain }) => uncertain))];
}

/** GET /clients/:clientId/individual-verifications: newest first, from before an id on. */
export const listVerifications = query(
  listEndpoint,
  async ({ trx, deps, caller: { company }, params: { clientId }, query: { before } }) => {
    if ((await readClientById(trx, clientId)) === null) return null;
    const rows = await verificationPage(trx, { clientId, before, limit: perPage + 1 });
    const on = companyDay(deps.now(), company.timeZone);
    const { items: page, next } = toPage(rows, perPage, ({ id }) => id);
    const unmet = await readUnmetVerifications(trx, { company, on }, clientId);
    return {
      verifications: page.map((row) => ({
        id: row.id,
        method: row.method,
        status: row.status,
        machineResult: row.machine_result,
        decision: row.decision,
        decidedBy:
          row.decided_by === null
            ? null
            : { id: row.decided_by, name: row.decided_by_name ?? 'A former member' },
        verifiedAt: row.verified_at,
        evidenceExpiresOn: row.evidence_expires_on,
        identityChangedOn: row.identity_changed_on,
        unmetAtRisk: unmet.get(row.id) ?? null,
        exceptionMissing: row.exception_missing,
        documentsLabel: row.documents.map(formatDocument).join(', '),
        toConfirm: pointsToConfirm(row, { on, company }),
        createdAt: row.created_at,
      })),
      nextBefore: next,
    };
  },
);

/** GET /individual-verifications/:id. */
export const readVerification = query(readEndpoint, async ({ trx, deps, caller, params }) => {
  const stored = await readVerificationById(trx, params.id);
  return stored && toIdentityVerificationDto(trx, deps, caller, stored, { withLink: true });
});
