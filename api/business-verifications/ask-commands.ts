import type {
  BusinessVerification,
  chooseRegistryEntity,
  expandOwnership,
} from '#contract/business-verifications.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { registryNames } from '../registries/extract.ts';
import { askRegisters } from './asking.ts';
import { refuseForm, runCommand } from './command.ts';
import type { BusinessVerificationDeps } from './present.ts';
import { checkNumber, costOf, estimate, extractCost, moneyText } from './registers.ts';
import { readBusinessVerificationOf } from './service.ts';
import { readVerification } from './store.ts';

/** A person waits no longer than this for more turns; the rest goes on by itself. */
const waitMs = 4_000;

/** What has been ordered is asked for while the person waits a little, and shown as it is then. */
async function askNow(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
): Promise<BusinessVerification> {
  await askRegisters(deps, { companyId: caller.company.id, id }, { withinMs: waitMs, evenIfWaiting: true });
  return readBusinessVerificationOf(deps, caller, id);
}

/** POST /business-verifications/:id/entity. */
export async function chooseEntity(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof chooseRegistryEntity>['body'],
): Promise<BusinessVerification> {
  const { registry, shownCost } = body;
  const checked = checkNumber(registry, body.number);
  if (!checked.ok) throw refuse('request.invalid', { fields: { number: [checked.problem] } });
  await runCommand(deps, caller, { id, version: body.version, act: 'choose', body }, ({ opened }) => {
    const { row, setUp } = opened;
    if (!setUp[registry]) {
      throw refuseForm(
        `This register is not set up here. Record the details by hand, or ask whoever runs Assay to set it up.`,
        'registry',
      );
    }
    const cost = costOf(registry);
    if (cost !== shownCost) {
      throw refuseForm(
        `The extract costs ${moneyText(cost, row.currency)}. Look at the cost, then ask again.`,
      );
    }
    const now = deps.now().toISOString();
    const asking = {
      kind: 'entity',
      registry,
      number: checked.value,
      memberId: caller.member.id,
      requestId: caller.request.id,
      attempts: 0,
    };
    return {
      columns: {
        status: 'processing',
        asking: JSON.stringify(asking),
        next_ask_at: now,
        estimated_cost: cost,
        last_failure: null,
      },
      action: 'businessVerification.entityChosen',
      changes: {
        register: { before: null, after: registryNames[registry] },
        number: { before: null, after: checked.value },
        agreedCost: { before: null, after: moneyText(cost, row.currency) },
      },
    };
  });
  return askNow(deps, caller, id);
}

/** POST /business-verifications/:id/expansions. Never asks for more than the cost that was agreed to. */
export async function expand(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof expandOwnership>['body'],
): Promise<BusinessVerification> {
  const { layers, nodeId, agreedCost } = body;
  await runCommand(deps, caller, { id, version: body.version, act: 'expand', body }, ({ opened }) => {
    const { row, setUp } = opened;
    const found = estimate(row.graph, setUp, { layers, nodeId, used: row.extracts_used });
    if (found.now === 0) {
      throw refuseForm('There is nobody within these layers whose register can be asked.', 'layers');
    }
    if (agreedCost !== found.costAtMost) {
      const sentence = `This costs ${moneyText(found.costAtMost, row.currency)} at most. Agree to that, then ask again.`;
      throw refuseForm(sentence, 'agreedCost');
    }
    const asking = {
      kind: 'expand',
      layers,
      nodeId: nodeId ?? null,
      agreedCost,
      spent: 0,
      asked: 0,
      memberId: caller.member.id,
      requestId: caller.request.id,
      attempts: 0,
    };
    return {
      columns: {
        status: 'processing',
        asking: JSON.stringify(asking),
        next_ask_at: deps.now().toISOString(),
        estimated_cost: row.actual_cost + found.costAtMost,
        last_failure: null,
      },
      action: 'businessVerification.expansionAgreed',
      changes: {
        layers: { before: null, after: layers },
        extracts: { before: null, after: `${found.now} now, ${found.atMost} at most` },
        agreedCost: { before: null, after: moneyText(agreedCost, row.currency) },
        costEach: { before: null, after: moneyText(extractCost, row.currency) },
      },
    };
  });
  return askNow(deps, caller, id);
}

/** POST /business-verifications/:id/continuation. Where there is nothing to go on with, it answers what is. */
export async function goOn(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
): Promise<BusinessVerification> {
  const row = await asTenant(deps.db, caller.company.id, (trx) => readVerification(trx, id));
  if (row === null) throw refuse('record.notFound');
  return askNow(deps, caller, id);
}
