import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureContentCertificate } from '#backend/launch/content-certificate';
import { scratchFolder } from '#tests/support/scratch';
import { contentAuthorities, openContentSigner } from './credentials';

test('key and chain are given as text or as files; the issuer is what /verify trusts', async () => {
  const folder = scratchFolder();
  const { key, chain } = await ensureContentCertificate(folder);
  writeFileSync(join(folder, 'chain.pem'), chain);
  const settings = { CREDENTIALS_KEY: key, CREDENTIALS_CERTIFICATE: join(folder, 'chain.pem') };
  expect(openContentSigner(settings)?.certificates[0]?.subject).toBe('CN=Faceswap results\nO=Faceswap');
  expect(contentAuthorities(settings)).toHaveLength(1);
  expect(openContentSigner({})).toBeNull();
  expect(contentAuthorities({})).toEqual([]);
});

test('errors name the setting and its fault', async () => {
  const { key, chain } = await ensureContentCertificate(scratchFolder());
  const open = (CREDENTIALS_KEY?: string, CREDENTIALS_CERTIFICATE?: string) => () =>
    openContentSigner({ CREDENTIALS_KEY, CREDENTIALS_CERTIFICATE });
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const other = generateKeyPairSync('ed25519').privateKey.export(pem).toString();
  expect(open(key)).toThrow('or neither');
  expect(open(key, '/absent.pem')).toThrow('CREDENTIALS_CERTIFICATE: the file /absent.pem cannot be read (ENOENT)');
  expect(open(key, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toThrow('certificates in PEM');
  expect(open(other, chain)).toThrow('does not belong to the first certificate');
  expect(open('-----BEGIN NONSENSE-----', chain)).toThrow('not a private key in PEM');
});
