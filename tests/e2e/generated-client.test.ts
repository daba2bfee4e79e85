import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import sharp from 'sharp';
import { expect, inject, test } from 'vitest';

import { compileClient } from '#tests/support/generated-client';
import { confirmedAccount, type Credentials } from '#tests/support/site-account';

/** As with openapi-typescript and openapi-fetch; all types come from the document. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Task = Pick<components['schemas']['Task'], 'status' | 'poll_after_ms'>;
type Failure = Pick<components['schemas']['Failure'], 'error' | 'message'>;

function taken<T>({ data, error }: { data?: { data: T }; error?: Failure }): T {
  if (!data) throw new Error(error ? error.error + ': ' + error.message : 'no answer');
  return data.data;
}

async function ended<T extends Task>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const task = await ask();
    if (task.status !== 'queued' && task.status !== 'running') return task;
    await new Promise((resolve) => setTimeout(resolve, task.poll_after_ms));
  }
}

export async function swapFaces(baseUrl: string, account: { email: string; password: string }, photo: Blob, portrait: Blob, key: string) {
  const client = createClient<paths>({ baseUrl });
  const { token } = taken(await client.POST('/email/login', { body: account }));
  client.use({ onRequest: ({ request }) => request.headers.set('authorization', 'Bearer ' + token) });
  const before = taken(await client.POST('/my/userinfo'));

  const { material_id, upload } = taken(await client.POST('/upload/sign_url', { body: { format: 'jpg', size: photo.size } }));
  const sent = await fetch(upload.url, { method: upload.method, headers: upload.headers, body: photo });
  if (!sent.ok) throw new Error(await sent.text());
  taken(await client.POST('/upload/detect_create', { body: { material_id } }));
  const { persons } = await ended(async () => taken(await client.POST('/upload/detect_result', { body: { material_id } })));

  const { face_id } = taken(
    await client.POST('/upload/face', {
      body: { photo: '', consent: true },
      bodySerializer() {
        const form = new FormData();
        form.set('photo', portrait, 'face.jpg');
        form.set('consent', 'true');
        return form;
      },
    }),
  );
  const create = () =>
    client.POST('/faceswap/create', {
      params: { header: { 'Idempotency-Key': key } },
      body: { material_id, bind_face: { [persons[0]!.key]: face_id }, consent: true },
    });
  const { order_id } = taken(await create());
  const again = taken(await create());
  const { status, order } = await ended(async () => taken(await client.POST('/faceswap/result', { body: { order_id } })));
  const result = order.download_url ? await (await fetch(order.download_url)).arrayBuffer() : null;
  const after = taken(await client.POST('/my/userinfo'));

  const unknown = await client.POST('/del/face', { body: { face_id: order_id } });
  for (const page of taken(await client.POST('/my/uploads', { body: { per_page: 1 } })).items) {
    if (page.material_id !== material_id) throw new Error('another upload is newer');
  }
  taken(await client.POST('/del/order', { body: { order_id } }));
  taken(await client.POST('/del/material', { body: { material_id } }));
  taken(await client.POST('/del/face', { body: { face_id } }));
  const price: number = before.credit_num - after.credit_num;
  return { status, isSame: again.order_id === order_id, persons: persons.length, price, result, refusal: unknown.error?.error };
}
`;

interface Client {
  swapFaces(
    baseUrl: string,
    account: Credentials,
    photo: Blob,
    portrait: Blob,
    key: string,
  ): Promise<{
    status: string;
    isSame: boolean;
    persons: number;
    price: number;
    result: ArrayBuffer | null;
    refusal: string | undefined;
  }>;
}

test('a client that another generator makes of our document compiles, and swaps a face over HTTP', async () => {
  const document = await (await fetch(`${inject('siteUrl')}/api/openapi.json`)).json();
  const { swapFaces } = await compileClient<Client>(document, program);
  const [photo, portrait] = ['scenes/duo.jpg', 'portraits/kenji.jpg'].map(
    (file) => new Blob([readFileSync(`public/samples/${file}`)], { type: 'image/jpeg' }),
  );
  const { result, ...rest } = await swapFaces(
    document.servers[0].url,
    await confirmedAccount(inject('siteUrl')),
    photo!,
    portrait!,
    randomUUID(),
  );
  expect(rest).toEqual({ status: 'succeeded', isSame: true, persons: 2, price: 1, refusal: 'not_found' });
  const [before, after] = [await photo!.arrayBuffer(), result!].map((bytes) => sharp(Buffer.from(bytes)));
  const { width, height } = await before!.metadata();
  expect(await after!.metadata()).toMatchObject({ format: 'jpeg', width, height });
});
