import * as openid from 'openid-client';

import { environment } from '~/server/environment.server';

export const isGoogleSetUp = Boolean(environment.GOOGLE_CLIENT_ID);

/** In a signed cookie until the callback. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

let configuration: Promise<openid.Configuration> | undefined;

/** Cached, except failures. */
function provider(): Promise<openid.Configuration> {
  configuration ??= discover().catch((error: unknown) => {
    configuration = undefined;
    throw error;
  });
  return configuration;
}

function discover(): Promise<openid.Configuration> {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET } = environment;
  const issuer = new URL(GOOGLE_ISSUER);
  // The schema permits http on localhost only.
  const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  return openid.discovery(issuer, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, undefined, { execute, timeout: 10 });
}

/** Authorization code flow with PKCE, state and nonce. */
export async function startAuthorization(
  redirectUri: string,
  loginHint?: string,
): Promise<{ url: string; begun: PendingSignIn }> {
  const config = await provider();
  const verifier = openid.randomPKCECodeVerifier();
  const begun = { verifier, state: openid.randomState(), nonce: openid.randomNonce() };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: begun.state,
    nonce: begun.nonce,
    prompt: 'select_account',
    ...(loginHint ? { login_hint: loginHint } : {}),
  });
  return { url: url.href, begun };
}

/**
 * Exchanges the code for an id token.
 * @param url callback with query
 * @throws on an invalid callback or failed token request
 */
export async function exchangeCode(url: URL, { state, nonce, verifier }: PendingSignIn): Promise<string> {
  const tokens = await openid.authorizationCodeGrant(await provider(), url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  return tokens.id_token!;
}
