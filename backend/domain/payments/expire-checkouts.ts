import { ProviderRefused } from '#backend/providers/payments/port';
import type { AppContext } from '#backend/domain/context';
import { maxCheckoutHours } from './present';
import { workWithinBudget } from './provider-round';
import { syncPayment } from './sync-payment';

/** Checkouts of subscriptions that were open when another one was paid must not be paid by mistake. */
export async function expireSurplusCheckouts(deps: AppContext): Promise<void> {
  const oldest = new Date(deps.now().getTime() - maxCheckoutHours * 3_600_000);
  for (const [provider, { expireCheckout }] of deps.payments.providers) {
    if (!expireCheckout) continue;
    const surplus = await deps.db
      .selectFrom('payment as open')
      .select(['open.id', 'open.checkout_ref'])
      .where('open.provider', '=', provider)
      .where('open.kind', '=', 'first')
      .where('open.status', '=', 'created')
      .where('open.checkout_ref', 'is not', null)
      .where('open.created_at', '>', oldest)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('payment as paid')
            .select('paid.id')
            .whereRef('paid.account_id', '=', 'open.account_id')
            .whereRef('paid.paid_at', '>', 'open.created_at')
            .where('paid.kind', '=', 'first')
            .where('paid.status', '!=', 'refunded'),
        ),
      )
      .orderBy('open.checked_at', (order) => order.asc().nullsFirst())
      .limit(100)
      .execute();
    const expire = async ({ id, checkout_ref }: (typeof surplus)[number]) => {
      await expireCheckout(checkout_ref!).catch(ignoreIfPaid);
      await syncPayment(deps, id);
    };
    await workWithinBudget(deps, surplus, expire, ({ id }, err) =>
      deps.log.warn({ paymentId: id, err }, 'surplus_checkout_expiry_failed'),
    );
  }
}

/** The provider refuses if the checkout is no longer open; the sync applies its state. */
function ignoreIfPaid(error: unknown): void {
  if (!(error instanceof ProviderRefused)) throw error;
}
