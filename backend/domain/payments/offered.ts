import { methodNames, paymentMethods, type OfferedMethod, type Output } from '#contract';
import type { AppContext } from '#backend/domain/context';

export function offeredMethods({ payments }: Pick<AppContext, 'payments'>): Output<'payment_methods'> {
  const drivers = [...payments.providers.values()];
  const items = methodNames.flatMap((method): OfferedMethod[] => {
    const offers = drivers.flatMap((driver) =>
      driver.methods.filter((offered) => offered.method === method && !offered.isUnlisted),
    );
    const types = (['sub', 'once'] as const).filter((type) => offers.some((offer) => offer.types.includes(type)));
    if (types.length === 0) return [];
    const known: { name: string; hint?: string } = paymentMethods[method];
    return [{ method, name: known.name, hint: known.hint ?? '', types }];
  });
  return { items, is_test: payments.providers.has('sandbox') };
}
