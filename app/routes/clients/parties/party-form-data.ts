import type { handlePartyAction, readPartiesPanel } from './parties.server.ts';

export type Panel = Awaited<ReturnType<typeof readPartiesPanel>>;
export type Asked = NonNullable<Panel['form']>;
export type PartyResult = Exclude<Awaited<ReturnType<typeof handlePartyAction>>, Response>['data'];
