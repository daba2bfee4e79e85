import type { Message } from './layout';

/** Sent for every new key, so that its owner notices one that someone else made. */
export const apiKeyCreated = (keysUrl: string): Message => ({
  subject: 'A new API key for your account',
  heading: 'Your account has a new API key',
  paragraphs: [
    'Someone, probably you, made an API key. A program that has it can use your account without your password, within the scopes of the key.',
  ],
  button: { label: 'See my API keys', url: keysUrl },
  footnote: 'If it was not you: revoke the key on that page, then change your password.',
});

/** An endpoint was switched off, because no request to it succeeded. */
export const webhookDisabled = (webhooksUrl: string): Message => ({
  subject: 'A webhook endpoint was switched off',
  heading: 'A webhook endpoint was switched off',
  paragraphs: [
    'A webhook endpoint of your account answered that it is gone, or no request to it has succeeded for three days. No more events are sent to it.',
    'The delivery log shows each request with its answer. Switch the endpoint on again once it works, and send again what it missed.',
  ],
  button: { label: 'See my webhooks', url: webhooksUrl },
  footnote: 'Events stay in the delivery log for 30 days.',
});
