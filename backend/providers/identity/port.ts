/** A person as somebody else vouches for them. */
export interface VerifiedIdentity {
  /** The provider's own id of the person: the one thing that never changes. */
  subject: string;
  email: string;
  /** Whether the provider knows that the address is theirs. */
  isEmailVerified: boolean;
  name: string | undefined;
  picture: string | undefined;
}

/** The token is forged, too old, for somebody else, or not whole. The reason is for the log alone. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** The provider's keys could not be had. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

export interface IdentityProvider {
  /**
   * Who an id token speaks of.
   * @param nonce what the sign-in was begun with; checked when given
   * @throws TokenRefused, ProviderUnreachable
   */
  verify(idToken: string, nonce?: string): Promise<VerifiedIdentity>;
}
