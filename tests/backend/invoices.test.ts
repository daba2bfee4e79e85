import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { migrate } from '#backend/db/migrate';
import { deleteAccount } from '#backend/domain/account/delete-account';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import { member, openBackend, type Member } from '#tests/support/backend';
import { emptyDatabase } from '#tests/support/database';
import { operatorOf } from '#tests/support/operator';
import { stripe } from '#tests/support/providers/stripe';

async function shop() {
  const subject = await stripe();
  const backend = await openBackend({}, { providers: [subject.provider] });
  backend.deps.now = () => new Date('2026-11-21T10:00:00Z');
  const order = async (who: Member) => {
    const { payment_id } = await who.call('stripe_buy', { product_id: 'pack_50' });
    return payment_id;
  };
  const pay = async (who: Member) => {
    const id = await order(who);
    subject.decide(id, 'paid');
    await who.call('payment_verify', { id, type: 'once' });
    return id;
  };
  const numbers = async () => {
    const rows = await backend.db.selectFrom('invoice').select(['kind', 'year', 'sequence']).execute();
    return rows.map(({ kind, year, sequence }) => `${kind} ${year} ${sequence}`).sort();
  };
  return { subject, backend, order, pay, numbers, ada: await member(backend, { credits: 0 }) };
}

test('an invoice exists only once a payment is paid, and states seller, buyer, tax and number', async () => {
  const { subject, ada, order } = await shop();
  const id = await order(ada);
  await expect(ada.call('payment_invoice', { payment_id: id })).rejects.toMatchObject({ error: 'conflict' });
  const buyer = { payment_id: id, name: 'Ada' };
  await expect(ada.call('payment_invoice_buyer', buyer)).rejects.toMatchObject({ error: 'conflict' });
  subject.decide(id, 'paid');
  await ada.call('payment_verify', { id, type: 'once' });
  expect(await ada.call('payment_invoice', { payment_id: id })).toMatchObject({
    number: 'INV-2026-00001',
    issued_at: '2026-11-21T10:00:00.000Z',
    seller: ['Faceswap', 'Teststraße 1'],
    seller_tax_id: 'DE123456789',
    buyer: { email: ada.email, address: '', tax_id: '' },
    line: 'Handful: 50 credits',
    period: null,
    tax: { name: 'VAT', rate: 19 },
    net: 335,
    tax_amount: 64,
    total: 399,
    credit_notes: [],
  });
});

test('20 payments that arrive at once get 20 numbers without a gap, and each only one', async () => {
  const { subject, backend, order, numbers } = await shop();
  const buyers = await Promise.all(Array.from({ length: 20 }, () => member(backend, { credits: 0 })));
  const ids = await Promise.all(buyers.map(order));
  for (const id of ids) subject.decide(id, 'paid');
  await Promise.all([...ids, ...ids].map((id) => syncPayment(backend.deps, id)));
  const expected = Array.from({ length: 20 }, (_, index) => `invoice 2026 ${index + 1}`);
  expect(await numbers()).toEqual(expected.sort());
});

test('a transaction that fails uses no number up', async () => {
  const { backend, ada, pay, numbers } = await shop();
  await pay(ada);
  const bo = await member(backend, { credits: 0 });
  const undone = backend.db.transaction().execute(async (trx) => {
    const [row] = await trx.selectFrom('invoice').selectAll().execute();
    const id = '019a9e00-0000-7000-8000-00000000b001';
    await sql`
      insert into payment select (jsonb_populate_record(payment, jsonb_build_object('id', ${id}::text, 'charge_ref', 'x',
        'request_key', 'x'))).* from payment`.execute(trx);
    const { kind, year, total, issued_at } = row!;
    await trx.insertInto('invoice').values({ id, kind, payment_id: id, year, total, issued_at }).execute();
    await sql`set constraints all immediate`.execute(trx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await pay(bo);
  expect(await numbers()).toEqual(['invoice 2026 1', 'invoice 2026 2']);
});

test('each year begins with 1', async () => {
  const { backend, ada, pay, numbers } = await shop();
  await pay(ada);
  backend.deps.now = () => new Date('2027-01-01T00:00:00Z');
  await pay(await member(backend, { credits: 0 }));
  expect(await numbers()).toEqual(['invoice 2026 1', 'invoice 2027 1']);
});

test('each refund gets a credit note, and the invoice stays as it was', async () => {
  const { backend, ada, pay } = await shop();
  const id = await pay(ada);
  const admin = operatorOf(backend);
  await admin(`refund ${id} --amount 1.19 --reason "A part"`);
  await admin(`refund ${id} --reason "The rest"`);
  const { total, credit_notes, payment } = await ada.call('payment_invoice', { payment_id: id });
  expect([total, payment.refunded]).toEqual([399, 399]);
  expect(credit_notes).toMatchObject([
    { number: 'CN-2026-00001', net: 100, tax_amount: 19, total: 119 },
    { number: 'CN-2026-00002', net: 235, tax_amount: 45, total: 280 },
  ]);
});

test('an issued invoice does not change with the configuration', async () => {
  const { backend, ada, pay } = await shop();
  const id = await pay(ada);
  const before = await ada.call('payment_invoice', { payment_id: id });
  backend.deps.payments.invoiceTerms = { seller: ['Another'], sellerTaxId: null, tax: { name: 'Tax', rate: 7 } };
  expect(await ada.call('payment_invoice', { payment_id: id })).toEqual(before);
});

test('a buyer is stored with the invoice, used by later ones, and removed with the account', async () => {
  const { backend, ada, pay } = await shop();
  const first = await pay(ada);
  const buyer = { name: 'Ada Lovelace', address: '12 St James’s Square\nLondon', tax_id: 'GB1' };
  const changed = await ada.call('payment_invoice_buyer', { payment_id: first, ...buyer });
  expect(changed.buyer).toEqual({ ...buyer, email: ada.email });
  const second = await pay(ada);
  const moved = { ...buyer, address: 'Ockham Park' };
  await ada.call('payment_invoice_buyer', { payment_id: second, ...moved });
  expect((await ada.call('payment_invoice', { payment_id: first })).buyer.address).toBe(buyer.address);
  expect((await ada.call('payment_invoice', { payment_id: second })).buyer.address).toBe('Ockham Park');

  const bo = await member(backend);
  const attempt = bo.call('payment_invoice_buyer', { payment_id: first, name: 'Bo' });
  await expect(attempt).rejects.toMatchObject({ error: 'not_found' });

  await deleteAccount({ ...backend.deps, accountId: ada.accountId, token: ada.token }, { uid: ada.accountId });
  expect(await backend.db.selectFrom('invoice_buyer').selectAll().execute()).toEqual([]);
  expect(await backend.db.selectFrom('invoice').selectAll().execute()).toHaveLength(2);
});

test('payments of earlier versions get their numbers in the order of their payment', async () => {
  const url = await emptyDatabase();
  await migrate(url, '027-activation-device');
  const { db, close } = connect(url);
  const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
  await sql`insert into wallet (account_id) values (${id(0)})`.execute(db);
  for (const [n, paidAt, refunded] of [
    [1, '2026-03-01', 0],
    [2, '2025-12-31', 0],
    [3, '2026-02-01', 100],
    [4, null, 0],
  ] as const) {
    await sql`
      insert into payment (id, account_id, provider, method, kind, product, credits, amount, currency, paid_at, refunded)
      values (${id(n)}, ${id(0)}, 'stripe', 'stripe', 'once', '{}', 50, 399, 'USD', ${paidAt}, ${refunded})`.execute(
      db,
    );
  }
  await migrate(url);
  const { rows } = await sql<{ payment_id: string; kind: string; sequence: number; year: number }>`
    select payment_id, kind, sequence, year from invoice order by kind desc, year, sequence`.execute(db);
  expect(rows.map(({ payment_id, kind, year, sequence }) => [payment_id.at(-1), kind, year, sequence])).toEqual([
    ['2', 'invoice', 2025, 1],
    ['3', 'invoice', 2026, 1],
    ['1', 'invoice', 2026, 2],
    ['3', 'credit_note', expect.any(Number), 1],
  ]);
  await close();
});
