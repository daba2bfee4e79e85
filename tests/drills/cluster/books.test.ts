import { expect, test } from 'vitest';

import { type Books, findBookFaults } from './books';
import type { Acknowledged } from './journeys';

const account_id = 'ada';
const entry = (kind: string, delta: number, reference: string) => ({ account_id, kind, delta, reference });

function scene(): { books: Books; known: Acknowledged } {
  return {
    books: {
      wallets: [{ account_id, balance: 57 }],
      entries: [
        entry('grant', 10, 'welcome'),
        entry('purchase', 50, 'payment'),
        ...[entry('hold', -3, 'made'), entry('hold', -2, 'stopped'), entry('release', 2, 'stopped')],
      ],
      orders: [
        { id: 'made', price: 3, status: 'succeeded' },
        { id: 'stopped', price: 2, status: 'cancelled' },
      ],
      payments: [
        { id: 'payment', status: 'paid', credits: 50 },
        { id: 'left', status: 'open', credits: 50 },
      ],
      uploads: [{ id: 'photo', sha256: 'abc', status: 'ready' }],
      openTasks: [],
    },
    known: {
      orders: new Map([
        ['made', { is: 'there' as const, isCancelled: false }],
        ['stopped', { is: 'there' as const, isCancelled: true }],
        ['removed', { is: 'deleted' as const, isCancelled: false }],
      ]),
      uploads: new Map([['photo', { is: 'there' as const, sha256: 'abc' }]]),
      paid: new Set(['payment']),
    },
  };
}

test('exact books have no faults', () => {
  const { books, known } = scene();
  expect(findBookFaults(books, known)).toEqual([]);
});

test.each<[string, (books: Books) => void]>([
  ['its entries sum to', ({ wallets }) => (wallets[0]!.balance = 58)],
  [
    'was charged -3, -3',
    ({ entries, wallets }) => (entries.push(entry('hold', -3, 'made')), (wallets[0]!.balance = 54)),
  ],
  [
    'given back 2, 2',
    ({ entries, wallets }) => (entries.push(entry('release', 2, 'stopped')), (wallets[0]!.balance = 59)),
  ],
  ['got 0 of 3 back', ({ orders }) => (orders[0]!.status = 'failed')],
  ['never ended: it is running', ({ orders }) => (orders[0]!.status = 'running')],
  ['detection d1 never ended', ({ openTasks }) => openTasks.push({ id: 'd1', kind: 'detection', status: 'queued' })],
  ['order made was acknowledged as there, and is gone', ({ orders }) => orders.shift()],
  ['order stopped was cancelled, and is succeeded', ({ orders }) => (orders[1]!.status = 'succeeded')],
  [
    'order removed was acknowledged as deleted',
    ({ orders }) => orders.push({ id: 'removed', price: 0, status: 'failed' }),
  ],
  ['upload photo was acknowledged as there, and is gone', ({ uploads }) => uploads.pop()],
  ['upload photo is recorded with another hash', ({ uploads }) => (uploads[0]!.sha256 = 'abd')],
  ['payment payment was paid, and is open', ({ payments }) => (payments[0]!.status = 'open')],
  ['payment left is paid and granted 0, not 50', ({ payments }) => (payments[1]!.status = 'paid')],
])('a contradiction is found: %s', (fault, spoil) => {
  const { books, known } = scene();
  spoil(books);
  expect(findBookFaults(books, known).join('\n')).toContain(fault);
});
