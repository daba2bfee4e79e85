import type { Message } from './layout';

const unasked = 'If you did not ask for this, you need not do anything: without this mail nobody gets any further.';

/** To a new address: is it yours? */
export const activation = (url: string): Message => ({
  subject: 'Confirm your e-mail address',
  heading: 'One click and you can start',
  paragraphs: ['Welcome to Faceswap. Confirm that this address is yours, and your free credits are ready to use.'],
  button: { label: 'Confirm my address', url },
  footnote: `The link works once, for 24 hours. ${unasked}`,
});

/** To somebody whose address was used to sign up again. The page that was used doesn't say that there is an account. */
export const addressTaken = (loginUrl: string): Message => ({
  subject: 'You already have an account',
  heading: 'You are already one of us',
  paragraphs: [
    'Somebody, probably you, signed up with this address. It has an account, so nothing was changed: log in with the password you have.',
    'Have you forgotten it? The login page has a link for that.',
  ],
  button: { label: 'Log in', url: loginUrl },
  footnote: 'If it was not you, you need not do anything: your account is as it was.',
});

/** The way back in. */
export const reset = (url: string): Message => ({
  subject: 'Set a new password',
  heading: 'Set a new password',
  paragraphs: ['Here is the way back into your account. Setting a new password logs you out everywhere else.'],
  button: { label: 'Set a new password', url },
  footnote: `The link works once, for 1 hour. ${unasked}`,
});

/** Said after the fact, so that nobody changes a password unnoticed. */
export const passwordChanged = (resetUrl: string): Message => ({
  subject: 'Your password was changed',
  heading: 'Your password was changed',
  paragraphs: ['The password of your account is a new one, and every other place you were logged in at is logged out.'],
  button: { label: 'It was not me', url: resetUrl },
  footnote: 'If it was you, you need not do anything.',
});
