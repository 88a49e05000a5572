import type { handleFundsAction, readFundsPanel } from './funds.server.ts';

export type Panel = Awaited<ReturnType<typeof readFundsPanel>>;
export type Asked = NonNullable<Panel['form']>;
export type FundsResult = Exclude<Awaited<ReturnType<typeof handleFundsAction>>, Response>['data'];
