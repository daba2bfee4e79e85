/** Browsers report a refusal, a time-out and a missing passkey alike, as `NotAllowedError`. */
export function passkeyMessage(error: unknown, next: string): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'SecurityError') return 'Passkeys do not work at this address of the site.';
  return `The browser did not finish. ${next}`;
}
