import { redirect } from '@remix-run/node';

import type { CallName, Input, Output } from '#contract/calls';
import { methodNames } from '#contract/methods';

import { resendActivation } from '~/features/account/activation.server';
import { paths } from '~/lib/paths';
import { requireAccountOfForm } from '~/server/account-of-form.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { readFields, formError, formErrorFrom, type FormFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';
import { originOf } from '~/server/site.server';

import { purchaseCall } from './purchase-call';

const consentRequired = 'Credits can be used at once, so we need you to agree to this.';

export async function pricingAction(args: RouteArgs) {
  const fields = await readFields(args.request);
  const visitor = await requireUser(args, pageOf(args.request, fields));
  await requireAccountOfForm(visitor, args.request, fields);
  try {
    if (fields.intent === 'resend-activation') return await resendActivation(visitor, args, requestPath(args.request));
    if (fields.intent === 'change') return await change(visitor, args, fields);
    return await buy(visitor, args, fields);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

/** Login leads back to what was chosen. */
function pageOf(request: Request, { method }: FormFields): string {
  const product = new URL(request.url).searchParams.get('product');
  return product ? paths.pricing({ product, method }) : requestPath(request);
}

async function buy({ api }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const method = methodNames.find((known) => known === fields.method);
  const errors: FormFields = {};
  if (!method) errors.method = 'Choose how you would like to pay.';
  if (fields.withdrawal_consent !== 'true') {
    errors.withdrawal_consent = consentRequired;
  }
  if (!method || Object.keys(errors).length > 0) return formError(fields, { fields: errors });

  const productId = fields.product_id ?? '';
  const { items } = await api('payment_products', { type: 'sub' });
  const type = items.some((product) => product.product_id === productId) ? 'sub' : 'once';
  const common = { product_id: productId, user_origin: originOf(request), withdrawal_consent: true };
  const { name, input } = purchaseCall(method, type, common);
  // A double submit buys once; another method is another purchase.
  const idempotencyKey = fields.key ? `${fields.key}:${method}` : undefined;
  const begun = await api(name, input as Input<CallName>, { idempotencyKey });
  return redirect(paths.pay((begun as Output<'stripe_buy'>).payment_id));
}

/** `as_of` is the quote's time: if present, the change starts and is charged now. */
async function change({ api, session }: Visitor, { request }: RouteArgs, fields: FormFields) {
  const { product_id = '', as_of, withdrawal_consent } = fields;
  if (as_of && withdrawal_consent !== 'true')
    return formError(fields, { fields: { withdrawal_consent: consentRequired } });
  const agreed = as_of ? { as_of, withdrawal_consent: true } : {};
  const { next_product_id } = await api('subscription_change', { product_id, ...agreed });
  const begins = as_of ? 'your new plan runs, and its credits are there.' : 'the new plan begins with the next period.';
  const message = as_of || next_product_id ? `Changed: ${begins}` : 'Your plan stays as it is.';
  const snackbar = { color: 'success', message } as const;
  return redirectWithSnackbar(paths.myCredits(), snackbar, session, request);
}
