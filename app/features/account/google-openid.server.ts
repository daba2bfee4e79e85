import * as openid from 'openid-client';

import { environment } from '~/server/environment.server';

export const isGoogleSetUp = Boolean(environment.GOOGLE_CLIENT_ID);

/** What has to be known when the visitor comes back from Google; it waits in a signed cookie. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

let configuration: Promise<openid.Configuration> | undefined;

/** Google's description of itself, asked for once; a failure is forgotten, so that the next visitor tries again. */
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
  // The settings take an issuer without https on this very machine alone.
  const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  return openid.discovery(issuer, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, undefined, { execute, timeout: 10 });
}

/** Begins a sign-in: the address at Google to go to, by authorization code with PKCE, state and nonce. */
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
 * Ends it: the id token for the code that the visitor brought back.
 * @param url where they came back to, with its query
 * @throws whatever is wrong with what they brought, or with Google
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
