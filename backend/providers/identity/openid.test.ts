import { expect, test } from 'vitest';
import { generateKeyPair, exportJWK, SignJWT } from 'jose';
import { http, HttpResponse } from 'msw';
import { network } from '#tests/support/network';
import { openIdProvider } from './openid';

const issuer = 'https://accounts.google.com';

async function fakeGoogle() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }];
  const jwks_uri = 'https://www.googleapis.com/oauth2/v3/certs';
  network.use(
    http.get(`${issuer}/.well-known/openid-configuration`, () => HttpResponse.json({ issuer, jwks_uri })),
    http.get(jwks_uri, () => HttpResponse.json({ keys })),
  );
  return (iss: string) =>
    new SignJWT({ email: 'ada@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(iss)
      .setAudience('us')
      .setSubject('1')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
}

test.each(['https://accounts.google.com', 'accounts.google.com'])('accepts the issuer %s', async (name) => {
  const tokenOf = await fakeGoogle();
  const person = await openIdProvider({ issuer, clientId: 'us' }).verify(await tokenOf(name));
  expect(person).toMatchObject({ subject: '1', email: 'ada@example.com', isEmailVerified: true });
});

test.each(['http://accounts.google.com', 'https://accounts.google.com.evil.example', 'google.com'])(
  'rejects the issuer %s',
  async (name) => {
    const tokenOf = await fakeGoogle();
    const attempt = openIdProvider({ issuer, clientId: 'us' }).verify(await tokenOf(name));
    await expect(attempt).rejects.toMatchObject({ name: 'TokenRefused' });
  },
);

test.each([
  ['an error', new HttpResponse(null, { status: 503 })],
  ['no JSON', new HttpResponse('<html>')],
])('keys answered with %s make the provider unreachable, not the token refused', async (_what, answer) => {
  const tokenOf = await fakeGoogle();
  network.use(http.get('https://www.googleapis.com/oauth2/v3/certs', () => answer.clone()));
  const attempt = openIdProvider({ issuer, clientId: 'us' }).verify(await tokenOf(issuer));
  await expect(attempt).rejects.toMatchObject({ name: 'ProviderUnreachable' });
});
