import { data, redirect, redirectDocument } from '@remix-run/node';
import { listMemberships, type Membership, switchCompany } from '#contract/company/memberships.ts';
import type { Problem } from '#contract/errors.ts';
import { isRecordId } from '#contract/record-id.ts';
import { oneButton, onSubmit } from '../../components/forms/form-actions.server.ts';
import { textIn } from '../../components/forms/parse-form.server.ts';
import { companiesView } from '../../main-api/company-param.ts';
import type { Session } from '../../services/session-cookies.server.ts';
import { companyIn, withoutCompany } from '../companies-url.ts';
import { destination } from '../complete-sign-in.server.ts';
import type { AnyoneArgs } from '../guard-args.server.ts';
import { safeRedirectTo, signInUrl } from '../redirect-to.ts';
import { secondFactorUrl } from '../second-factor-url.ts';
import { throwFor } from './second-factor-forms.server.ts';

/** True for the URL of the page that selects a company. */
export const isCompaniesPage = ({ searchParams }: URL): boolean => searchParams.get('view') === companiesView;

/** The session of the page. @throws a redirect to sign-in, which leads on to the wanted page */
async function requireSession(args: AnyoneArgs, wanted: string | undefined): Promise<Session> {
  const session = await args.getSession('member');
  if (session === undefined) throw redirect(signInUrl('/login', wanted ?? '/home', '/home'));
  return session;
}

function rejectFor(args: AnyoneArgs, problem: Problem): Promise<never> {
  if (problem.code === 'session.secondFactor') {
    throw redirect(secondFactorUrl('member', args.url.pathname + args.url.search));
  }
  return throwFor(args, 'member', problem);
}

/** What the page shows about the link that led to it. */
function aboutLink(memberships: readonly Membership[], company: string | undefined) {
  if (company === undefined) return { kind: 'none' } as const;
  const found = memberships.find(({ companyId }) => companyId === company);
  if (found === undefined) return { kind: 'notMine' } as const;
  return { kind: 'mine', companyId: company, companyName: found.companyName } as const;
}

/** Data of the page. @throws a redirect to the wanted page where there is nothing to select */
export async function companiesPage(args: AnyoneArgs) {
  const redirectTo = safeRedirectTo(args.url.searchParams.get('redirectTo'));
  const session = await requireSession(args, redirectTo);
  const result = await args.api(session).ask(listMemberships, {});
  if (!result.ok) return rejectFor(args, result.problem);
  const { memberships } = result.value;
  const company = companyIn(redirectTo);
  const inUse = memberships.find(({ isInUse }) => isInUse);
  const isSettled = company === undefined ? memberships.length === 1 : company === inUse?.companyId;
  if (inUse !== undefined && isSettled) throw redirect(destination('member', redirectTo ?? null));
  return {
    memberships,
    inUse: inUse?.companyName,
    link: aboutLink(memberships, company),
    redirectTo,
    isForm: args.url.searchParams.has('posted'),
  };
}

/** Switches the session. A link of another company is not followed in the selected one. */
async function select(args: AnyoneArgs, form: FormData) {
  const redirectTo = safeRedirectTo(form.get('redirectTo'));
  const session = await requireSession(args, redirectTo);
  const companyId = textIn(form, 'companyId');
  const result = isRecordId(companyId)
    ? await args.api(session).ask(switchCompany, { params: { companyId }, body: {} })
    : undefined;
  if (result === undefined || (!result.ok && result.problem.status === 404)) {
    return data({ isCompanies: true as const }, { status: 404 });
  }
  if (!result.ok) return rejectFor(args, result.problem);
  const linked = companyIn(redirectTo);
  const isFollowed = redirectTo !== undefined && (linked === undefined || linked === companyId);
  const wanted = isFollowed ? withoutCompany(redirectTo) : null;
  // A full page load: nothing of the other company stays in the page's memory.
  return redirectDocument(destination('member', wanted));
}

/** The form of the page. */
export const selectCompanyAction = onSubmit(oneButton(select));
