import { formErrorFrom, hasHandler, readFields, unknownForm } from '~/server/form.server';
import { requireUser, type RouteArgs } from '~/server/guards.server';

import { createExport } from './export.server';
import { createShare, revokeShare } from './share.server';

const handlers = { share: createShare, unshare: revokeShare, export: createExport };

export async function resultAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  if (!hasHandler(handlers, fields.intent)) return unknownForm(fields);
  try {
    return await handlers[fields.intent](visitor, fields, args);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}
