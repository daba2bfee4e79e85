import type { Message } from './layout';

export const apiKeyCreated = (keysUrl: string): Message => ({
  subject: 'A new API key for your account',
  heading: 'Your account has a new API key',
  paragraphs: [
    'Someone, probably you, created an API key. A program that has it can use your account without your password, within the scopes of the key.',
  ],
  button: { label: 'See my API keys', url: keysUrl },
  footnote: 'If it was not you: revoke the key on that page, then change your password.',
});

export const webhookDisabled = (webhooksUrl: string): Message => ({
  subject: 'A webhook endpoint was switched off',
  heading: 'A webhook endpoint was switched off',
  paragraphs: [
    'A webhook endpoint of your account answered 410 Gone, or no request to it has succeeded for three days. We send it no more events.',
    'The delivery log shows each request with its answer. When the endpoint works, switch it on again and resend the events it missed.',
  ],
  button: { label: 'See my webhooks', url: webhooksUrl },
  footnote: 'Events stay in the delivery log for 30 days.',
});
