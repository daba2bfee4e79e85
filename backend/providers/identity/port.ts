/** A person as the identity provider describes them. */
export interface VerifiedIdentity {
  /** The provider's id of the person; it never changes. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string | undefined;
  picture: string | undefined;
}

/** The token is forged, expired, incomplete or for another audience. The message is for the log only. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** The provider's keys could not be fetched. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

export interface IdentityProvider {
  /**
   * Verifies an id token.
   * @param nonce the nonce of the sign-in; checked when given
   * @throws TokenRefused, ProviderUnreachable
   */
  verify(idToken: string, nonce?: string): Promise<VerifiedIdentity>;
}
