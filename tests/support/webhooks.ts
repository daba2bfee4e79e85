import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { Output } from '#contract';
import { deliver } from '#backend/domain/webhook/deliver';
import type { TaskTable } from '#backend/db/types';
import type { Member, TestBackend } from './backend';
import { bodyOf, listen } from './web-server';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = number | ((response: ServerResponse) => void);

export async function webhookReceiver(...answers: Answer[]) {
  const requests: Received[] = [];
  const { url, stop } = await listen((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push({ headers: request.headers, body: body.toString() });
      const answer = answers.shift() ?? 200;
      if (typeof answer === 'function') answer(response);
      else response.writeHead(answer).end(answer < 300 ? 'ok' : 'no');
    });
  });
  onTestFinished(stop);
  return { url, requests };
}

/** As docs/webhooks.md describes. */
export function isSigned({ headers, body }: Received, secret: string, now = Date.now()): boolean {
  const header = String(headers['faceswap-signature']);
  const parts = header.split(',').map((part) => part.split('=') as [string, string]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (Math.abs(now / 1000 - Number(time)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(([name, hex]) => {
    const given = Buffer.from(name === 'v1' ? hex : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

export const addEndpoint = (who: Member, url: string, events = ['task.succeeded', 'task.failed']) =>
  who.call('my_webhook_create', { url, description: 'Tests', events });

export async function runningTask({ db }: TestBackend, who: Member, kind: TaskTable['kind'] = 'detection') {
  const id = uuidv7();
  const task = { id, account_id: who.accountId, kind, status: 'running', started_at: new Date() } as const;
  await db.insertInto('task').values(task).execute();
  return id;
}

export async function deliverDue(backend: TestBackend): Promise<string[]> {
  const due = await backend.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('next_attempt_at', '<=', backend.deps.now())
    .orderBy('id')
    .execute();
  const work = { ...backend.deps, siteUrl: 'https://faceswap.test', signal: new AbortController().signal };
  const outcomes: string[] = [];
  for (const { id } of due) outcomes.push(await deliver(work, id));
  return outcomes;
}

export async function onlyDelivery(who: Member): Promise<Output<'my_webhook_deliveries'>['items'][number]> {
  const { items, total } = await who.call('my_webhook_deliveries', {});
  if (total !== 1) throw new Error(`There are ${total} deliveries.`);
  return items[0]!;
}
