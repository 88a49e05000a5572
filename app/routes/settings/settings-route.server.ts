import { redirect } from '@remix-run/node';
import type { SettingsPage } from '#rules/pages/settings-pages.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { permissionFor } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { settingsMenu } from './settings-menu.ts';

/** The loader of a page of the settings: its data, for members who have the permission to see it. */
export function settingsLoader<Data>(page: SettingsPage, load: (args: MemberArgs) => Promise<Data>) {
  return asMember(async (args) => {
    // In parallel: if a member cannot see the page, the API rejects the read, or the data is not sent.
    const [session, loaded] = await Promise.all([args.me(), load(args)]);
    const decision = permissionFor(session, settingsMenu[page].sees);
    if (decision.allowed) return loaded;
    if (decision.code === 'company.restricted') throw redirect('/home');
    throw errorResponse(403, { code: decision.code, detail: decision.reason, requestId: args.requestId });
  });
}
