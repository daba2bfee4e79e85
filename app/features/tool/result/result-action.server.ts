import { formError, formErrorFrom, readFields } from '~/server/form.server';
import { requireUser, type RouteArgs } from '~/server/guards.server';

import { createExport } from './export.server';
import { createShare, revokeShare } from './share.server';

const handlers = { share: createShare, unshare: revokeShare, export: createExport };
const isIntent = (intent = ''): intent is keyof typeof handlers => Object.hasOwn(handlers, intent);

export async function resultAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  if (!isIntent(fields.intent)) {
    return formError(fields, { message: 'Unknown form. Reload the page and try again.' });
  }
  try {
    return await handlers[fields.intent](fields, args, visitor);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}
