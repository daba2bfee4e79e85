import { expect, test } from 'vitest';
import { aesGcmVault } from './aes-gcm';

const vault = aesGcmVault('a secret of the tests alone, long enough', 'tests');

test('a secret decrypts in its own context only, and its ciphertext varies', () => {
  const sealed = vault.seal('whsec_ö', 'row 1');
  expect(vault.open(sealed, 'row 1')).toBe('whsec_ö');
  expect(vault.seal('whsec_ö', 'row 1')).not.toEqual(sealed);
  expect(sealed.toString('latin1')).not.toContain('whsec');
  expect(() => vault.open(sealed, 'row 2')).toThrow();
});

test('wrong keys, wrong purposes and modified bytes are rejected', () => {
  const sealed = vault.seal('whsec', 'row');
  expect(() => aesGcmVault('another secret of the tests, long enough', 'tests').open(sealed, 'row')).toThrow();
  expect(() => aesGcmVault('a secret of the tests alone, long enough', 'else').open(sealed, 'row')).toThrow();
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    expect(() => vault.open(changed, 'row'), `byte ${index}`).toThrow();
  }
  expect(() => vault.open(sealed.subarray(0, 20), 'row')).toThrow();
});
