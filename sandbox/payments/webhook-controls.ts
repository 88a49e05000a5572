import type { Hono } from 'hono';
import { z } from 'zod';
import type { NodeEnv } from '../listen.ts';
import type { WebhookMode, Webhooks } from './webhooks.ts';

const webhookControl = z.union([
  z.object({ mode: z.enum(['send', 'twice', 'hold', 'never'] satisfies WebhookMode[]) }),
  z.object({ release: z.enum(['asc', 'desc']) }),
  z.object({ resend: z.literal('all') }),
]);

/** `GET /__sandbox/webhooks` lists all deliveries; `POST` sets the mode, releases held webhooks or resends all. */
export function addWebhookControls(app: Hono<NodeEnv>, webhooks: Webhooks): void {
  app.get('/__sandbox/webhooks', (c) => c.json({ deliveries: webhooks.deliveries() }));
  app.post('/__sandbox/webhooks', async (c) => {
    if (!c.req.header('content-type')?.startsWith('application/json')) {
      return c.json({ error: 'Send it as application/json.' }, 415);
    }
    const parsed = webhookControl.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    if ('mode' in parsed.data) webhooks.setMode(parsed.data.mode);
    else if ('release' in parsed.data) webhooks.release(parsed.data.release);
    else webhooks.resendAll();
    return c.json({ deliveries: webhooks.deliveries().length });
  });
}
