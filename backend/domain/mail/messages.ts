import type { Message } from './layout';

const unrequested = 'If you did not request this, ignore this mail: nothing happens without the link.';

export const activation = (url: string): Message => ({
  subject: 'Confirm your e-mail address',
  heading: 'Confirm your e-mail address to start',
  paragraphs: ['Welcome to Faceswap. Confirm your e-mail address to get your free credits.'],
  button: { label: 'Confirm my address', url },
  footnote: `The link works once, for 24 hours. ${unrequested}`,
});

/** With different passwords, before the address was confirmed. */
export const signedUpTwice = (url: string): Message => ({
  subject: 'Choose a password to start',
  heading: 'Choose a password to start',
  paragraphs: [
    'Someone, probably you, signed up with this address more than once, with different passwords. None of them works, because one could be a stranger’s.',
    'Choose one now: this confirms your e-mail address, too.',
  ],
  button: { label: 'Choose a password', url },
  footnote: `The link works once, for 1 hour. ${unrequested}`,
});

export const addressTaken = (loginUrl: string): Message => ({
  subject: 'You already have an account',
  heading: 'You already have an account',
  paragraphs: [
    'Someone, probably you, signed up with this address. It already has an account, so nothing was changed. Log in with your password.',
    'Forgot your password? Use the link on the login page.',
  ],
  button: { label: 'Log in', url: loginUrl },
  footnote: 'If it was not you, you do not need to do anything. Your account is unchanged.',
});

export const reset = (url: string): Message => ({
  subject: 'Set a new password',
  heading: 'Set a new password',
  paragraphs: ['Use this link to set a new password. It logs you out on all devices.'],
  button: { label: 'Set a new password', url },
  footnote: `The link works once, for 1 hour. ${unrequested}`,
});

export const passwordChanged = (resetUrl: string): Message => ({
  subject: 'Your password was changed',
  heading: 'Your password was changed',
  paragraphs: ['The password of your account was changed, and all other devices were logged out.'],
  button: { label: 'It was not me', url: resetUrl },
  footnote: 'If it was you, you do not need to do anything.',
});

/** To the new address. */
export const addressChange = (url: string, { endsSignUp }: { endsSignUp: boolean }): Message => ({
  subject: 'Confirm your new e-mail address',
  heading: 'Use this address for your account?',
  paragraphs: [
    'Someone, probably you, wants to log in to Faceswap with this address from now on, instead of another one.',
    ...(endsSignUp
      ? ['A sign-up with this address was never confirmed. It is deleted then, with its uploads and faces.']
      : []),
  ],
  button: { label: 'Use this address', url },
  footnote: `The link works once, for 24 hours, if you are logged in to the account. ${unrequested}`,
});

/** To the new address, which has an account. */
export const addressChangeTaken = (loginUrl: string): Message => ({
  subject: 'This address has an account already',
  heading: 'This address has an account already',
  paragraphs: [
    'Someone, probably you, wanted to use this address for another account. It belongs to an account already, so nothing was changed.',
    'To use it for the other account, delete this one first, or give it another address.',
  ],
  button: { label: 'Log in', url: loginUrl },
  footnote: 'If it was not you, you do not need to do anything. Your account is unchanged.',
});

/** To the present address. */
export const addressChangeAsked = (resetUrl: string): Message => ({
  subject: 'Your account is to get another e-mail address',
  heading: 'Your account is to get another e-mail address',
  paragraphs: [
    'Someone who knows your password, probably you, asked for it. The change waits until the new address is confirmed.',
  ],
  button: { label: 'It was not me', url: resetUrl },
  footnote:
    'If it was not you, set a new password with this link: this stops the change. If it was you, you do not need to do anything.',
});

/** To the address before. */
export const addressChanged = (contactUrl: string): Message => ({
  subject: 'Your account has another e-mail address now',
  heading: 'Your account has another e-mail address now',
  paragraphs: ['You log in with the new address from now on, and we send our mails there.'],
  button: { label: 'It was not me', url: contactUrl },
  footnote: 'This is the last mail to this address. If it was you, you do not need to do anything.',
});

export const signInLocked = (resetUrl: string): Message => ({
  subject: 'Wrong passwords for your account',
  heading: 'Too many wrong passwords',
  paragraphs: [
    'Someone entered too many wrong passwords for your account, so logging in with a password is locked: for 15 minutes, or for up to a day if the attempts go on. None of the attempts succeeded.',
    'If it was you, set a new password to log in right away.',
  ],
  button: { label: 'Set a new password', url: resetUrl },
  footnote:
    'If it was not you, you do not need to do anything. A long password that you use nowhere else keeps your account safe.',
});

/** No sign-in method is added unnoticed. */
export const googleConnected = (accountUrl: string): Message => ({
  subject: 'Google sign-in was added to your account',
  heading: 'You can sign in with Google now',
  paragraphs: [
    'Someone signed in with the Google account of this address, so it is now connected to your Faceswap account.',
  ],
  button: { label: 'See my account', url: accountUrl },
  footnote: 'If it was not you, someone else has access to your Google account: change its password, then contact us.',
});

export const mediaRemoved = (contactUrl: string): Message => ({
  subject: 'We removed some of your media',
  heading: 'We removed some of your media',
  paragraphs: [
    'A picture or video of yours was reported. We reviewed it and removed it with every identical copy. It cannot be uploaded again.',
    'Our content monitoring policy explains what is allowed. If a swap was still running, its credits were returned.',
  ],
  button: { label: 'Appeal this decision', url: contactUrl },
  footnote: 'Someone not involved in the first decision reviews your appeal and answers within 14 days.',
});

export const faceBlocked = (contactUrl: string): Message => ({
  subject: 'Your face is blocked',
  heading: 'Your face is blocked',
  paragraphs: [
    'As you asked, photos that show you are refused as faces to put on pictures and videos. What was made before stays until it is reported.',
    'We keep numbers that describe your face, encrypted and for this alone. Your photo is deleted.',
  ],
  button: { label: 'Write to us', url: contactUrl },
  footnote: 'You can withdraw at any time: write to us from this address, and the numbers are deleted.',
});

export const faceUnblocked = (contactUrl: string): Message => ({
  subject: 'Your face is no longer blocked',
  heading: 'Your face is no longer blocked',
  paragraphs: ['The numbers that described your face are deleted.'],
  button: { label: 'Write to us', url: contactUrl },
  footnote: 'If you did not ask for this, write to us.',
});

export const contentAllowed = (decisionsUrl: string): Message => ({
  subject: 'Your picture is allowed',
  heading: 'Your picture is allowed',
  paragraphs: [
    'An automatic check had stopped a picture or video of yours. A person has reviewed it and allows it. We are sorry.',
    'Send the same file again, or create the same swap again: it passes now.',
  ],
  button: { label: 'Read the decision', url: decisionsUrl },
  footnote: 'The copy that was kept for the review is deleted.',
});

export const contentUpheld = (decisionsUrl: string): Message => ({
  subject: 'Your picture stays stopped',
  heading: 'Your picture stays stopped',
  paragraphs: [
    'An automatic check had stopped a picture or video of yours. A person has reviewed it, and it is not allowed here.',
  ],
  button: { label: 'Read the decision', url: decisionsUrl },
  footnote: 'The copy that was kept for the review is deleted.',
});

export const accountDeleted = (contactUrl: string): Message => ({
  subject: 'Your account is deleted',
  heading: 'Your account is deleted',
  paragraphs: [
    'Your account was deleted as you requested, with every upload, face and result. We keep the record of your credits, without your name or address.',
    'Thank you for using Faceswap. You are welcome back any time.',
  ],
  button: { label: 'It was not me', url: contactUrl },
  footnote: 'This is the last mail to this address.',
});
