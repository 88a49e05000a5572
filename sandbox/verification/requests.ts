import type { Context } from 'hono';
import { z } from 'zod';
import type { NodeEnv } from '../listen.ts';

/** Parses the JSON body by a schema, or returns the problem. */
export async function readBody<Body>(
  c: Context<NodeEnv>,
  schema: z.ZodType<Body>,
): Promise<{ ok: true; body: Body } | { ok: false; problem: string }> {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined));
  return parsed.success
    ? { ok: true, body: parsed.data }
    : { ok: false, problem: z.prettifyError(parsed.error) };
}

/** The gateway's error bodies are not published. This one has status and message; do not rely on its text. */
export function badRequest(c: Context<NodeEnv>, message: string): Response {
  return c.json({ status: 400, message }, 400);
}
