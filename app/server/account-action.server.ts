import { requireAccountOfForm } from './account-of-form.server';
import { formErrorFrom, hasHandler, readFormData, textFields, unknownForm, type FormFields } from './form.server';
import { requireUser, type RouteArgs, type Visitor } from './guards.server';

type Handler = (visitor: Visitor, fields: FormFields, args: RouteArgs) => Promise<unknown>;

interface Options {
  /** Whether a refused form shows again what was typed, except passwords. */
  keepsValues?: boolean;
  /** Name of checkboxes of which several may be chosen: the values, separated by commas. */
  list?: string;
}

/** The action of a page of the user's account: a handler for each intent of its forms. */
export function accountActionOf(handlers: Record<string, Handler>, { keepsValues = false, list }: Options = {}) {
  return async (args: RouteArgs): Promise<unknown> => {
    const visitor = await requireUser(args);
    const form = await readFormData(args.request);
    const fields = { ...textFields(form), ...(list && { [list]: form.getAll(list).join(',') }) };
    await requireAccountOfForm(visitor, args.request, fields);
    if (!hasHandler(handlers, fields.intent)) return unknownForm({});
    try {
      return await handlers[fields.intent]!(visitor, fields, args);
    } catch (error) {
      return formErrorFrom(error, keepsValues ? fields : {});
    }
  };
}
