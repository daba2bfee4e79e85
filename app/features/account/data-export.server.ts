import { data } from '@remix-run/node';

import type { Output } from '#contract/calls';

import { requireAccountOfForm } from '~/server/account-of-form.server';
import { formError, formErrorFrom, readFields } from '~/server/form.server';
import { requireUser, type RouteArgs } from '~/server/guards.server';

export interface ExportAnswer {
  ready?: Output<'my_data_export'>;
}

export async function exportAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields = await readFields(args.request);
  await requireAccountOfForm(visitor, args.request, fields);
  const { api } = visitor;
  const { password } = fields;
  const { has_password } = await api('my_userinfo', {});
  if (has_password && !password) return formError({}, { fields: { password: 'Enter your password.' } });
  try {
    return data<ExportAnswer>({ ready: await api('my_data_export', password ? { password } : {}) });
  } catch (error) {
    return formErrorFrom(error, {});
  }
}
