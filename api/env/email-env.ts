import { z } from 'zod';
import type { EmailEnv } from '../integrations/email/transport.ts';

export const emailVariables = z.object({
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /.*/, error: 'must be a smtp or smtps URL' }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[\w.-]+>?$/, { error: 'must be an address, or a name and <an address>' }),
});

export const emailEnv = (values: z.output<typeof emailVariables>): EmailEnv => ({
  smtpUrl: values.SMTP_URL,
  from: values.MAIL_FROM,
});
