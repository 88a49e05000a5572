import {
  changePlan,
  openCheckout,
  openPortal,
  previewPlan,
  readBilling,
  verifyCheckout,
} from '#contract/platform/billing.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { showPlanPreview, updatePlan } from './change-plan.ts';
import { beginCheckout, confirmCheckout } from './checkout.ts';
import { requestPlan } from './commands.ts';
import { openBillingPortal, showBilling } from './service.ts';
import type { BillingDeps } from './sync-subscription.ts';

const handler = handlersFor<BillingDeps>();

/** A company's plan: paying for it, seeing and changing it. */
export const billingHandlers = [
  handler(readBilling, (deps, _input, caller) => showBilling(deps, caller)),
  handler(openCheckout, (deps, { body }, caller) => beginCheckout(deps, body, caller)),
  handler(verifyCheckout, (deps, { body }, caller) => confirmCheckout(deps, body.sessionId, caller)),
  handler(openPortal, (deps, _input, caller) => openBillingPortal(deps, caller)),
  handler(previewPlan, (deps, { query }, caller) => showPlanPreview(deps, query, caller)),
  handler(changePlan, (deps, { body }, caller) => updatePlan(deps, body, caller)),
  requestPlan,
] as const;
