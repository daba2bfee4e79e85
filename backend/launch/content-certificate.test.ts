import { X509Certificate } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { ensureContentCertificate } from './content-certificate';

const day = 86_400_000;
const signerOf = (chain: string) => new X509Certificate(chain);
const authorityOf = (chain: string) => new X509Certificate(chain.slice(chain.lastIndexOf('-----BEGIN')));

test('the first start makes an authority and a signer, which later starts keep', async () => {
  const folder = join(scratchFolder(), 'credentials');
  const made = await ensureContentCertificate(folder);
  expect(signerOf(made.chain).verify(authorityOf(made.chain).publicKey)).toBe(true);
  expect(signerOf(made.chain).ca).toBe(false);
  const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
  const kept = await ensureContentCertificate(folder, new Date(Date.now() + 3 * 365 * day));
  expect(kept.chain.trim()).toBe(made.chain.trim());
  expect(kept.key.trim()).toBe(made.key.trim());
});

test('a signer that ends within a year is replaced, by the same authority', async () => {
  const folder = join(scratchFolder(), 'credentials');
  const made = await ensureContentCertificate(folder);
  const later = new Date(Date.now() + (4 * 365 + 10) * day);
  const renewed = await ensureContentCertificate(folder, later);
  expect(signerOf(renewed.chain).serialNumber).not.toBe(signerOf(made.chain).serialNumber);
  expect(authorityOf(renewed.chain).fingerprint).toBe(authorityOf(made.chain).fingerprint);
  expect(new Date(signerOf(renewed.chain).validTo).getTime()).toBeGreaterThan(later.getTime() + 4 * 365 * day);
});
