export interface VerifiedIdentity {
  /** Never changes. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string | undefined;
  picture: string | undefined;
}

/** The message is for the log. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

export interface IdentityProvider {
  /** @param nonce checked when given @throws TokenRefused, ProviderUnreachable */
  verify(idToken: string, nonce?: string): Promise<VerifiedIdentity>;
}
