import {
  changePlan,
  openCheckout,
  openPortal,
  readBilling,
  requestPlan,
  verifyCheckout,
} from '#contract/billing.ts';
import { type Binding, bind } from '../http/bind.ts';
import { beginCheckout, checkCheckout } from './checkout.ts';
import type { BillingDeps } from './follow.ts';
import { askForPlan, goToPortal, moveToPlan, showBilling } from './service.ts';

/** A company's plan: paying for it, seeing and changing it. */
export function billingRoutes(deps: BillingDeps): Binding[] {
  return [
    bind(readBilling, (_input, caller) => showBilling(deps, caller)),
    bind(openCheckout, ({ body }, caller) => beginCheckout(deps, body, caller)),
    bind(verifyCheckout, ({ body }, caller) => checkCheckout(deps, body.sessionId, caller)),
    bind(openPortal, (_input, caller) => goToPortal(deps, caller)),
    bind(changePlan, ({ body }, caller) => moveToPlan(deps, body, caller)),
    bind(requestPlan, ({ body }, caller) => askForPlan(deps, body, caller)),
  ];
}
