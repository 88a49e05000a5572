import type { readVerificationsPanel } from './panel.server.ts';

export type VerificationsPanelData = Awaited<ReturnType<typeof readVerificationsPanel>>;
