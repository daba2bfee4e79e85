import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod/v4';
import { ProviderUnreachable, TokenRefused, type IdentityProvider } from './port';

interface Options {
  issuer: string;
  clientId: string;
  timeoutMs?: number;
}

/** HS256 would take the public key as the secret; `none` is unsigned. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** An older token may be stolen. */
const maxTokenAge = '10 minutes';
const clockTolerance = '30 seconds';

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (value: string) => !/[\0\p{Surrogate}]/u.test(value);

const claims = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.email().max(254),
  email_verified: z.union([z.boolean(), z.literal(['true', 'false'])]).optional(),
  name: z.string().trim().max(500).refine(isStorable).optional().catch(undefined),
  picture: z
    .url({ protocol: /^https$/ })
    .max(1000)
    .optional()
    .catch(undefined),
  azp: z.string().optional(),
  nonce: z.string().optional(),
});

/** OpenID Connect Core 1.0, section 3.1.3.7. */
export function openIdProvider({ issuer, clientId, timeoutMs = 5_000 }: Options): IdentityProvider {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const keysOf = () => {
    // The next sign-in retries discovery.
    keys ??= discoverKeys(issuer, timeoutMs).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  return {
    async verify(idToken, nonce) {
      const key = await keysOf();
      const payload = await verified(idToken, key, { issuer, clientId });
      const { data, error } = claims.safeParse(payload);
      if (error) throw new TokenRefused(`claims: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`);
      if (Array.isArray(payload.aud) && payload.aud.length > 1 && data.azp !== clientId) {
        throw new TokenRefused('several audiences, azp is not this client');
      }
      if (nonce !== undefined && data.nonce !== nonce) throw new TokenRefused('nonce');
      const { sub: subject, email, name, picture, email_verified } = data;
      return { subject, email, name, picture, isEmailVerified: email_verified === true || email_verified === 'true' };
    },
  };
}

async function discoverKeys(issuer: string, timeoutMs: number): Promise<JWTVerifyGetKey> {
  try {
    const where = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const reply = await fetch(where, { signal: AbortSignal.timeout(timeoutMs) });
    if (!reply.ok) throw new Error(`${where} answers ${reply.status}`);
    const { jwks_uri } = z.object({ jwks_uri: z.url() }).parse(await reply.json());
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutMs });
  } catch (cause) {
    throw new ProviderUnreachable('OpenID discovery failed', { cause });
  }
}

/** No answer, or one that is no key set; the generic code is that of the request for keys alone. */
const keysFailed = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code];

/** Google issues tokens with and without `https://`. */
const namesOf = (issuer: string) => [issuer, issuer.replace(/^https:\/\//, '')];

async function verified(
  idToken: string,
  key: JWTVerifyGetKey,
  { issuer, clientId }: Pick<Options, 'issuer' | 'clientId'>,
): Promise<JWTPayload> {
  const expected = { issuer: namesOf(issuer), audience: clientId, requiredClaims: ['exp', 'iat', 'sub'] };
  try {
    const { payload } = await jwtVerify(idToken, key, { ...expected, algorithms, maxTokenAge, clockTolerance });
    return payload;
  } catch (cause) {
    if (cause instanceof errors.JOSEError && !keysFailed.includes(cause.code))
      throw new TokenRefused(`${cause.code}: ${cause.message}`, { cause });
    throw new ProviderUnreachable('the provider’s keys could not be fetched', { cause });
  }
}
