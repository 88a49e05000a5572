import { parse, type Submission } from '@conform-to/react';
import type { ZodType, z } from 'zod';
import type { Endpoint, EndpointRequest, EndpointResponse } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { Flash } from '../../flash.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import { type FormResult, toFormResult } from './form-result.server.ts';
import {
  type FormLimits,
  getRequestKey,
  parseForm,
  readForm,
  textIn,
  throwFieldErrors,
  typedTextIn,
} from './parse-form.server.ts';

/** The button that was pressed. */
export interface PressedButton {
  /** Key of the action in its table, without the colon. */
  intent: string;
  /** The button's target, after the colon of its value: `find:addresses[0]`. Blank for most. */
  target: string;
}

/** Handles one button of a page. A table of actions is one too, so tables can be nested. */
export type FormAction<Args, Result> = (args: Args, form: FormData, pressed: PressedButton) => Result;

/** An action with any arguments and result. */
type AnyFormAction = (args: never, form: FormData, pressed: PressedButton) => unknown;

type FormActionTable = Record<string, AnyFormAction>;

type ArgsIn<Actions extends FormActionTable> = Actions[keyof Actions] extends (
  args: infer Args,
  form: FormData,
  pressed: PressedButton,
) => unknown
  ? Args
  : never;

type ResultIn<Actions extends FormActionTable> = {
  [Name in keyof Actions]: Awaited<ReturnType<Actions[Name]>>;
}[keyof Actions];

interface TableOptions<Name> {
  /** The field that names the action. */
  field?: string;
  /** The action of a form without that field, whose button has no intent. */
  otherwise?: Name;
  /** The action of “Overwrite with my version”, which posts `overwriteVersion` and no intent. */
  overwrites?: Name;
}

/**
 * Actions of a page's buttons by intent: `save` exactly, `'find:'` with a target after the colon. An unknown intent, or a missing one
 * without `otherwise`, is rejected with 400 before any record is read.
 */
export function formActions<const Actions extends FormActionTable>(
  actions: Actions,
  { field = 'intent', otherwise, overwrites }: TableOptions<keyof Actions & string> = {},
): (args: ArgsIn<Actions>, form: FormData) => Promise<ResultIn<Actions>> {
  const table = new Map<string, AnyFormAction>(Object.entries(actions));
  const keyFor = (form: FormData) => {
    if (overwrites !== undefined && form.has('overwriteVersion')) return overwrites;
    const value = form.get(field);
    return value === null || value === '' ? (otherwise ?? '') : textIn(form, field);
  };
  return async (args, form) => {
    const key = keyFor(form);
    const [intent = '', ...rest] = key.split(':');
    const action = table.get(rest.length > 0 ? `${intent}:` : intent) ?? throwFieldErrors();
    // Each action of the table takes these arguments: `ArgsIn` is what all of them have in common.
    const handle = action as FormAction<ArgsIn<Actions>, ResultIn<Actions>>;
    return handle(args, form, { intent, target: rest.join(':') });
  };
}

/** Actions of a form with one button, which has no intent. */
export function oneButton<Args, Result>(save: FormAction<Args, Result>) {
  return formActions({ save }, { otherwise: 'save' });
}

/** A route's action from its table: reads the form within its limits and hands it on. */
export function onSubmit<Args extends { request: Request }, Result>(
  action: (args: Args, form: FormData) => Promise<Result>,
  limits?: FormLimits,
): (args: Args) => Promise<Result> {
  return async (args) => action(args, await readForm(args.request, limits));
}

/** Result of a rejected form. */
interface RejectedForm<Args> extends PressedButton {
  args: Args;
  form: FormData;
  /** Errors by field and all input. */
  result: FormResult;
  submission: Submission<unknown>;
  status: number;
  /** The API's problem, unless the form did not parse. */
  problem?: Problem;
}

/** Where an accepted form redirects to, and the message shown there. */
interface Accepted {
  /** Default: the screen's own page. */
  to?: string;
  kind?: Flash['kind'];
  text: string;
}

type AcceptedForm<Args> = { args: Args; form: FormData };

type ParamsPart<Args, E extends Endpoint> = E['params'] extends ZodType
  ? { params: (args: Args, form: FormData) => EndpointRequest<E>['params'] }
  : { params?: undefined };

type KeyFor<T> = T extends unknown ? keyof T & string : never;

/** Names of the fields of an endpoint's body. */
type BodyField<E extends Endpoint> = E['body'] extends ZodType ? KeyFor<z.input<E['body']>> : never;

type BodyOf<E extends Endpoint> = Partial<Record<BodyField<E>, unknown>>;

type SubmitDefinition<Args, E extends Endpoint> = ParamsPart<Args, E> & {
  endpoint: E;
  /**
   * The unvalidated body: field names, or a function of the form. Omitted if the form is parsed by the endpoint's own schema, because its
   * field names are the contract's.
   */
  body?: readonly BodyField<E>[] | ((form: FormData, args: Args) => BodyOf<E> | Promise<BodyOf<E>>);
  /** Renames the form's fields to those of the contract, where they differ. */
  rename?: (form: FormData) => FormData;
  accepted:
    | string
    | ((
        value: EndpointResponse<E>,
        context: AcceptedForm<Args>,
      ) => string | Accepted | Promise<string | Accepted>);
};

interface ScreenOptions<Args, Rejected> {
  /** Where accepted forms redirect to. */
  page: (args: Args, form: FormData) => string;
  rejected: (form: RejectedForm<Args>) => Rejected;
}

/** A form as typed, nested by field names. Its reply returns all input. */
export function typedSubmission(form: FormData): Submission<unknown> {
  return parse<Record<string, unknown>, string[]>(form, { resolve: (value) => ({ value }) });
}

const namedFields = (form: FormData, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, typedTextIn(form, name)]));

/**
 * The actions of one screen that post a form to an endpoint and redirect. `submits` of
 * `const submits = screenForms<MemberArgs>()({ page, rejected })` declares one.
 */
export function screenForms<Args extends { api: MainApi }>() {
  return <Rejected>({ page, rejected }: ScreenOptions<Args, Rejected>) =>
    <const E extends Endpoint>(definition: SubmitDefinition<Args, E>) => {
      const { endpoint, params, body, rename, accepted } = definition;
      const schema = body === undefined ? endpoint.body : undefined;
      return async (args: Args, form: FormData, pressed: PressedButton) => {
        const paths = params?.(args, form);
        const named = rename ? rename(form) : form;
        const submission = schema ? parseForm(named, schema) : typedSubmission(named);
        const reject = (result: FormResult, status: number, problem?: Problem) =>
          rejected({
            ...pressed,
            args,
            form,
            result,
            submission,
            status,
            ...(problem ? { problem } : {}),
          });
        if (submission.status !== 'success') return reject({ reply: submission.reply() }, 422);
        const value =
          body === undefined
            ? submission.value
            : typeof body === 'function'
              ? await body(form, args)
              : namedFields(form, body);
        const sent = await args.api.submitForm(endpoint, {
          params: paths,
          body: value,
          requestKey: getRequestKey(form),
        });
        if (!sent.ok)
          return reject(toFormResult(submission, sent.problem), sent.problem.status, sent.problem);
        const done = typeof accepted === 'function' ? await accepted(sent.value, { args, form }) : accepted;
        const { to, kind = 'success', text } = typeof done === 'string' ? { text: done } : done;
        return redirectWithFlash(to ?? page(args, form), { kind, text });
      };
    };
}
