import {
  continueBusinessVerification as continueEndpoint,
  expandOwnership as expandEndpoint,
} from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { chooseRegistryEntity as chooseEndpoint } from '#contract/business-verifications/registry-endpoints.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { formatMoney } from '#rules/format/money.ts';
import { registryNames } from '#rules/registers/registry-extract.ts';
import { commandsFor } from '../../../kernel/command/command.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import type { BusinessVerificationDeps } from '../record/dto.ts';
import {
  type LockedVerification,
  newValues,
  requireOpen,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from '../record/locked-verification.ts';
import { readBusinessVerification } from '../record/service.ts';
import { readVerification } from '../record/store.ts';
import { checkNumber, estimate, extractCost, getCost } from '../registers/registers.ts';
import { fetchExtracts } from './fetch-extracts.ts';

const command = commandsFor<BusinessVerificationDeps>();
const handler = handlersFor<BusinessVerificationDeps>();

/** Maximum wait of the request for extracts, in milliseconds; the job fetches the rest. */
const waitMs = 4_000;

/** Fetches extracts of an approved order for a few seconds. @returns the updated verification */
async function fetchNow(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
): Promise<BusinessVerification> {
  await fetchExtracts(deps, { companyId: caller.company.id, id }, { withinMs: waitMs, evenIfWaiting: true });
  return readBusinessVerification.run(deps, caller, { params: { id } });
}

const orderEntity = command(chooseEndpoint, {
  ...verificationSteps,
  check({ body, problems }, before) {
    requireOpen(before, 'orderExtract');
    const { row, setUp } = before;
    if (!setUp[body.registry]) {
      problems.add(
        'registry',
        `This register is not configured. Record the details manually, or ask your Assay operator to set it up.`,
      );
    }
    const cost = getCost(body.registry);
    if (cost !== body.quotedCost) {
      problems.add(
        '',
        `The extract costs ${formatMoney(cost, row.currency)}. Review the cost and try again.`,
      );
    }
  },
  async change(context, before) {
    const { at, caller, body } = context;
    const number = checkNumber(body.registry, body.number);
    if (!number.ok) throw invalid(number.problem, 'number');
    const order = {
      kind: 'entity',
      registry: body.registry,
      number: number.value,
      memberId: caller.member.id,
      requestId: caller.request.id,
      attempts: 0,
    };
    await writeVerification(context, before, {
      status: 'processing',
      asking: JSON.stringify(order),
      next_ask_at: at,
      estimated_cost: getCost(body.registry),
      last_failure: null,
    });
    return number.value;
  },
  events: ({ body }, { before, done: number }) =>
    verificationEvent(before, {
      action: 'entitySelected',
      changes: newValues({
        register: registryNames[body.registry],
        number,
        agreedCost: formatMoney(getCost(body.registry), before.row.currency),
      }),
    }),
});

/** POST /business-verifications/:id/extracts. */
export const chooseEntity = handler(chooseEndpoint, async (deps, { params, body }, caller) => {
  await orderEntity.run(deps, caller, { params, body });
  return fetchNow(deps, caller, params.id);
});

type Expansion = EndpointInput<typeof expandEndpoint>['body'];

const getEstimate = ({ row, setUp }: LockedVerification, { layers, nodeId }: Expansion) =>
  estimate(row.graph, setUp, { layers, nodeId, used: row.extracts_used });

const orderExpansion = command(expandEndpoint, {
  ...verificationSteps,
  check({ body, problems }, before) {
    requireOpen(before, 'expand');
    const { now, maxCost } = getEstimate(before, body);
    if (now === 0) {
      problems.add('layers', 'No register extracts can be ordered within these layers.');
    } else if (body.agreedCost !== maxCost) {
      problems.add(
        'agreedCost',
        `This costs up to ${formatMoney(maxCost, before.row.currency)}. Confirm the cost and try again.`,
      );
    }
  },
  async change(context, before) {
    const { at, caller, body } = context;
    const order = {
      kind: 'expand',
      layers: body.layers,
      nodeId: body.nodeId ?? null,
      agreedCost: body.agreedCost,
      spent: 0,
      asked: 0,
      memberId: caller.member.id,
      requestId: caller.request.id,
      attempts: 0,
    };
    await writeVerification(context, before, {
      status: 'processing',
      asking: JSON.stringify(order),
      next_ask_at: at,
      estimated_cost: before.row.actual_cost + body.agreedCost,
      last_failure: null,
    });
  },
  events({ body }, { before }) {
    const { now, atMost } = getEstimate(before, body);
    const { currency } = before.row;
    return verificationEvent(before, {
      action: 'expansionApproved',
      changes: newValues({
        layers: body.layers,
        extracts: `${now} now, ${atMost} at most`,
        agreedCost: formatMoney(body.agreedCost, currency),
        costEach: formatMoney(extractCost, currency),
      }),
    });
  },
});

/** POST /business-verifications/:id/expansions. Never exceeds the approved cost. */
export const expand = handler(expandEndpoint, async (deps, { params, body }, caller) => {
  await orderExpansion.run(deps, caller, { params, body });
  return fetchNow(deps, caller, params.id);
});

/** POST /business-verifications/:id/expansions/resume. Returns the verification unchanged if no order is pending. */
export const continueExpansion = handler(continueEndpoint, async (deps, { params: { id } }, caller) => {
  const row = await asTenant(deps.db, caller.company.id, (trx) => readVerification(trx, id));
  if (row === null) throw apiError('record.notFound');
  return fetchNow(deps, caller, id);
});
