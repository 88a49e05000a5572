import { changePlan, previewPlan } from './change-plan.ts';
import { openCheckout, verifyCheckout } from './checkout.ts';
import { requestPlan } from './commands.ts';
import { openPortal, readBilling } from './service.ts';

/** A company's plan: paying for it, seeing and changing it. */
export const billingHandlers = [
  readBilling,
  openCheckout,
  verifyCheckout,
  openPortal,
  previewPlan,
  changePlan,
  requestPlan,
] as const;
