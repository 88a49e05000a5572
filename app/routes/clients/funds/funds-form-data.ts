import type { handleFundsAction, readFundsPanel } from './funds.server.ts';

export type Panel = Awaited<ReturnType<typeof readFundsPanel>>;
export type Asked = NonNullable<Panel['form']>;
export type FundsAnswer = Exclude<Awaited<ReturnType<typeof handleFundsAction>>, Response>['data'];
