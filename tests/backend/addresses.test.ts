import { expect, test } from 'vitest';
import { diskStorage } from '#backend/providers/storage/disk';
import { apiAddress, sharedOrigin } from '#backend/config/api-address';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { addFace, waitUntilProbed, upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

function addressesIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return name === 'url' || name.endsWith('_url') ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => addressesIn(part, key));
}

async function answersOf(backend: TestBackend, { token }: Member, headers: Record<string, string>) {
  const bodies: [string, object][] = [
    ['/upload/sign_url', { format: 'jpg' }],
    ['/upload/sign_url', { format: 'jpg', resumable: true }],
    ['/feedback/sign_url', { format: 'png' }],
    ['/my/uploads', {}],
    ['/my/faces', {}],
  ];
  const answers = bodies.map(async ([path, body]) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, authorization: `Bearer ${token}` },
    };
    return (await backend.fetch(path, init)).json();
  });
  return addressesIn(await Promise.all(answers));
}

test('URLs in answers are absolute, unless the caller prefers paths', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  await waitUntilProbed(ada, await upload(backend, ada, portraitBytes('amara'), 'amara.jpg'));
  await addFace(ada, portraitBytes('diego'));
  const absolute = await answersOf(backend, ada, {});
  expect(absolute.length).toBeGreaterThanOrEqual(7);
  for (const url of absolute) expect(url).toMatch(/^https:\/\/faceswap\.test\/api\/(media|resumable)\//);
  const relative = await answersOf(backend, ada, { prefer: 'respond-async, relative-links' });
  expect(relative).toHaveLength(absolute.length);
  for (const url of relative) expect(url).toMatch(/^\/api\/(media|resumable)\//);
});

test('an API on its own host always returns absolute URLs', async () => {
  const backend = await openBackend();
  const { mediaFolder: root } = backend;
  backend.deps.storage = diskStorage({ root, secret: 'any', publicUrl: 'https://api.faceswap.test' });
  const ada = await member(backend);
  const [url] = await answersOf(backend, ada, { prefer: 'relative-links' });
  expect(url).toMatch(/^https:\/\/api\.faceswap\.test\/media\//);
});

test.each([
  ['/api', 'https://faceswap.test/api', 'https://faceswap.test'],
  ['/api/', 'https://faceswap.test/api', 'https://faceswap.test'],
  ['https://api.faceswap.test', 'https://api.faceswap.test', undefined],
  ['https://api.faceswap.test/v1/', 'https://api.faceswap.test/v1', undefined],
])('API_PUBLIC_URL %s: clients reach it at %s', (API_PUBLIC_URL, address, origin) => {
  const settings = { PUBLIC_URL: 'https://faceswap.test/', API_PUBLIC_URL };
  expect(apiAddress(settings)).toBe(address);
  expect(sharedOrigin(settings)).toBe(origin);
});
