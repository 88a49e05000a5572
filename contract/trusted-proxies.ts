import { z } from 'zod';

/**
 * TRUST_PROXY: how many proxies of ours append to X-Forwarded-For, 0 to 10; `true` is one, `false` none. Web and API each read it,
 * because they can run separately.
 */
export const trustedProxies = z
  .preprocess(
    (value) => (value === 'true' ? 1 : value === 'false' ? 0 : value),
    z.coerce.number({ error: 'must be a number' }).int().min(0).max(10),
  )
  .default(0);
