import type { Acknowledged } from './journeys';

export interface Books {
  wallets: { account_id: string; balance: number }[];
  entries: { account_id: string; kind: string; delta: number; reference: string }[];
  orders: { id: string; price: number; status: string }[];
  payments: { id: string; status: string; credits: number }[];
  /** Not deleted. */
  uploads: { id: string; sha256: string | null; status: string }[];
  /** Not ended. */
  openTasks: { id: string; kind: string; status: string }[];
}

const final = ['succeeded', 'failed', 'cancelled', 'refused'];
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** What contradicts an acknowledgement, or the ledger itself. */
export function findBookFaults(books: Books, known: Acknowledged): string[] {
  const faults: string[] = [];
  const claim = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  for (const { id, kind, status } of books.openTasks) faults.push(`${kind} ${id} never ended: it is ${status}`);
  for (const fault of [...findLedgerFaults(books), ...findPaymentFaults(books, known)]) faults.push(fault);

  const orders = new Map(books.orders.map((order) => [order.id, order]));
  for (const [id, { is, isCancelled }] of known.orders) {
    const order = orders.get(id);
    if (is === 'unknown') continue;
    claim(
      Boolean(order) === (is === 'there'),
      `order ${id} was acknowledged as ${is}, and is ${order?.status ?? 'gone'}`,
    );
    claim(!order || final.includes(order.status), `order ${id} never ended: it is ${order?.status}`);
    claim(!order || !isCancelled || order.status === 'cancelled', `order ${id} was cancelled, and is ${order?.status}`);
  }
  const uploads = new Map(books.uploads.map((upload) => [upload.id, upload]));
  for (const [id, { is, sha256 }] of known.uploads) {
    const upload = uploads.get(id);
    if (is === 'unknown') continue;
    claim(
      Boolean(upload) === (is === 'there'),
      `upload ${id} was acknowledged as ${is}, and is ${upload?.status ?? 'gone'}`,
    );
    claim(!upload || upload.status === 'ready', `upload ${id} is ${upload?.status}`);
    claim(!upload || upload.sha256 === sha256, `upload ${id} is recorded with another hash`);
  }
  return faults;
}

/** Balances are sums; an order is charged once, and given back once or never. */
function findLedgerFaults({ wallets, entries, orders }: Books): string[] {
  const faults: string[] = [];
  for (const { account_id, balance } of wallets) {
    const sum = sumOf(entries.filter((entry) => entry.account_id === account_id).map(({ delta }) => delta));
    if (sum !== balance) faults.push(`account ${account_id} has ${balance} credits, its entries sum to ${sum}`);
  }
  const holds = new Map<string, number[]>();
  const releases = new Map<string, number[]>();
  for (const { kind, delta, reference } of entries) {
    const known = { hold: holds, release: releases }[kind];
    known?.set(reference, [...(known.get(reference) ?? []), delta]);
  }
  for (const { id, price, status } of orders) {
    const [held = [], given = []] = [holds.get(id), releases.get(id)];
    if (sumOf(held) !== -price || held.length > 1)
      faults.push(`order ${id} of ${price} was charged ${held.join(', ') || 'nothing'}`);
    const due = status === 'succeeded' ? 0 : price;
    if (final.includes(status) && sumOf(given) !== due)
      faults.push(`order ${id} is ${status} and got ${sumOf(given)} of ${due} back`);
  }
  for (const [reference, given] of releases) {
    const held = -sumOf(holds.get(reference) ?? []);
    if (given.length > 1 || sumOf(given) !== held)
      faults.push(`${reference} was charged ${held} and given back ${given.join(', ')}`);
  }
  return faults;
}

function findPaymentFaults({ payments, entries }: Books, { paid }: Acknowledged): string[] {
  const faults: string[] = [];
  const purchases = (id: string) => entries.filter((entry) => entry.kind === 'purchase' && entry.reference === id);
  for (const { id, status, credits } of payments) {
    const granted = purchases(id).map(({ delta }) => delta);
    const due = status === 'paid' ? credits : 0;
    if (granted.length > 1 || sumOf(granted) !== due)
      faults.push(`payment ${id} is ${status} and granted ${granted.join(', ') || 0}, not ${due}`);
  }
  for (const id of paid) {
    const payment = payments.find((each) => each.id === id);
    if (payment?.status !== 'paid') faults.push(`payment ${id} was paid, and is ${payment?.status ?? 'gone'}`);
  }
  return faults;
}
