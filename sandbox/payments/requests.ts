import { z } from 'zod';

/** The response to a call: the vendor's body and its status. */
export type Answer = { status: 200 | 400 | 402 | 404; body: object };
export type Posted = Record<string, unknown>;

export const ok = (body: object): Answer => ({ status: 200, body });

export function wrong(message: string, param?: string, code?: string): Answer {
  return { status: 400, body: { error: { type: 'invalid_request_error', code, param, message } } };
}

export function missing(kind: string, id: string): Answer {
  return {
    status: 404,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'id',
        message: `No such ${kind}: '${id}'`,
      },
    },
  };
}

const texts = z.record(z.string(), z.string()).default({});
const webAddress = z.url({ protocol: /^https?$/, hostname: /.*/ }).max(2_000);
const rates = z.array(z.string()).default([]);
const wholeNumber = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number);

const prorationBehaviour = z.enum(['create_prorations', 'none']).default('create_prorations');
const wholeSeconds = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform(Number)
  .optional();

export const customerForm = z.object({
  name: z.string().max(300).optional(),
  email: z.string().max(512).optional(),
  metadata: texts,
});

export const sessionForm = z.object({
  mode: z.literal('subscription'),
  customer: z.string(),
  currency: z.string().optional(),
  client_reference_id: z.string().max(200).optional(),
  line_items: z.array(z.object({ price: z.string(), quantity: z.string().default('1') })).length(1),
  subscription_data: z.object({ default_tax_rates: rates, metadata: texts }).prefault({}),
  metadata: texts,
  success_url: webAddress,
  cancel_url: webAddress.optional(),
});

export const subscriptionForm = z.object({
  cancel_at_period_end: z.enum(['true', 'false']).optional(),
  items: z
    .array(z.object({ id: z.string(), price: z.string() }))
    .max(1)
    .default([]),
  proration_behavior: prorationBehaviour,
  proration_date: wholeSeconds,
});

export const previewForm = z.object({
  customer: z.string(),
  subscription: z.string(),
  subscription_details: z
    .object({
      items: z
        .array(z.object({ id: z.string(), price: z.string() }))
        .max(1)
        .default([]),
      cancel_at_period_end: z.enum(['true', 'false']).optional(),
      proration_behavior: prorationBehaviour,
      proration_date: wholeSeconds,
    })
    .prefault({}),
});

export const itemForm = z.object({
  customer: z.string(),
  subscription: z.string().optional(),
  currency: z.string().optional(),
  amount: wholeNumber,
  description: z.string().max(500).optional(),
  metadata: texts,
  tax_rates: rates,
});

export const portalForm = z.object({ customer: z.string(), return_url: webAddress });

/** Parses a posted form by its schema. Returns the form, or the vendor's error. */
export function read<Form>(schema: z.ZodType<Form>, posted: Posted): { form: Form } | { refused: Answer } {
  const parsed = schema.safeParse(posted);
  if (parsed.success) return { form: parsed.data };
  const [issue] = parsed.error.issues;
  const param = issue?.path.map(String).join('.') ?? '';
  return { refused: wrong(`Invalid ${param}: ${issue?.message}`, param) };
}
