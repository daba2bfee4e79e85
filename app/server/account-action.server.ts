import { requireAccountOfForm } from './account-of-form.server';
import { formErrorFrom, hasHandler, readFields, unknownForm, type FormFields } from './form.server';
import { requireUser, type RouteArgs, type Visitor } from './guards.server';

type Handler = (visitor: Visitor, fields: FormFields, args: RouteArgs) => Promise<unknown>;

interface Options {
  /** Whether a refused form shows again what was typed, except passwords. */
  keepsValues?: boolean;
}

/** The action of a page of the user's account: a handler for each intent of its forms. */
export function accountActionOf(handlers: Record<string, Handler>, { keepsValues = false }: Options = {}) {
  return async (args: RouteArgs): Promise<unknown> => {
    const visitor = await requireUser(args);
    const fields = await readFields(args.request);
    await requireAccountOfForm(visitor, args.request, fields);
    if (!hasHandler(handlers, fields.intent)) return unknownForm({});
    try {
      return await handlers[fields.intent]!(visitor, fields, args);
    } catch (error) {
      return formErrorFrom(error, keepsValues ? fields : {});
    }
  };
}
