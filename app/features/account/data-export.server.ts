import { data } from '@remix-run/node';

import type { Output } from '#contract/calls';

import { requireAccountOfForm } from '~/server/account-of-form.server';
import { formError, formErrorFrom, readFields } from '~/server/form.server';
import { requireUser, type RouteArgs } from '~/server/guards.server';

import { identityOf, passwordMissing } from './identity.server';

export interface ExportAnswer {
  ready?: Output<'my_data_export'>;
}

export async function exportAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  await requireAccountOfForm(visitor, args.request, fields);
  try {
    const identity = await identityOf(visitor, fields);
    if (!identity) return formError({}, passwordMissing);
    return data<ExportAnswer>({ ready: await visitor.api('my_data_export', identity) });
  } catch (error) {
    return formErrorFrom(error, {});
  }
}
