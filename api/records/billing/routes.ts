import {
  changePlan,
  openCheckout,
  openPortal,
  previewPlan,
  readBilling,
  verifyCheckout,
} from '#contract/platform/billing.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { showPlanPreview, updatePlan } from './change-plan.ts';
import { beginCheckout, confirmCheckout } from './checkout.ts';
import { requestPlan } from './commands.ts';
import { openBillingPortal, showBilling } from './service.ts';
import type { BillingDeps } from './sync-subscription.ts';

/** A company's plan: paying for it, seeing and changing it. */
export function billingRoutes(deps: BillingDeps): Binding[] {
  return [
    bind(readBilling, (_input, caller) => showBilling(deps, caller)),
    bind(openCheckout, ({ body }, caller) => beginCheckout(deps, body, caller)),
    bind(verifyCheckout, ({ body }, caller) => confirmCheckout(deps, body.sessionId, caller)),
    bind(openPortal, (_input, caller) => openBillingPortal(deps, caller)),
    bind(previewPlan, ({ query }, caller) => showPlanPreview(deps, query, caller)),
    bind(changePlan, ({ body }, caller) => updatePlan(deps, body, caller)),
    requestPlan.bind(deps),
  ];
}
