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

/** Somebody tries passwords; whoever owns the account can still get in. */
export const signInLocked = (resetUrl: string): Message => ({
  subject: 'Wrong passwords for your account',
  heading: 'Somebody tried to log in',
  paragraphs: [
    'Too many wrong passwords were tried for your account, so logging in with a password has to wait for a quarter of an hour. Nobody got in.',
    'If it was you: set a new password and log in at once.',
  ],
  button: { label: 'Set a new password', url: resetUrl },
  footnote: 'If it was not you, you need not do anything. A long password that you use nowhere else keeps you safe.',
});

/** A second way into the account must not come about unnoticed. */
export const googleConnected = (accountUrl: string): Message => ({
  subject: 'Google sign-in was added to your account',
  heading: 'You can sign in with Google now',
  paragraphs: ['A Google account with this address signed in, and is connected with your Faceswap account.'],
  button: { label: 'See my account', url: accountUrl },
  footnote: 'If it was not you, somebody else can use your Google account: change its password, then write to us.',
});

/** Something of theirs was reported, and taken down. */
export const mediaRemoved = (contactUrl: string): Message => ({
  subject: 'Media of yours was taken down',
  heading: 'Something of yours was taken down',
  paragraphs: [
    'Somebody reported a picture or video, we looked at it, and it had to go: it is removed with every identical copy, and cannot be uploaded again.',
    'What is allowed, and what is not, stands in our content monitoring policy. A swap that was still running has cost nothing.',
  ],
  button: { label: 'Tell us we were wrong', url: contactUrl },
  footnote: 'Somebody who did not decide the first time looks again, and answers within 14 days.',
});

/** The last mail. */
export const accountDeleted = (contactUrl: string): Message => ({
  subject: 'Your account is deleted',
  heading: 'Your account is gone',
  paragraphs: [
    'Your account was deleted as you asked, with every upload, face and result. Where your credits went stays in our books, without your name or address.',
    'Thank you for having been here. The door stays open.',
  ],
  button: { label: 'It was not me', url: contactUrl },
  footnote: 'This is the last mail to this address.',
});
