import type { Message } from './layout';

const notMe =
  'If it was not you, someone else has access to your account: set a new password, and log out all other devices on the account page.';

const notice = (heading: string, paragraph: string, accountUrl: string): Message => ({
  subject: heading,
  heading,
  paragraphs: [paragraph],
  button: { label: 'See my account', url: accountUrl },
  footnote: notMe,
});

export const googleAdded = (url: string) =>
  notice('Google was connected to your account', 'A Google account now logs in to your account.', url);

export const googleDisconnected = (url: string) =>
  notice(
    'Google was disconnected from your account',
    'Google no longer logs in to your account, and all other devices are logged out.',
    url,
  );

export const codesTurnedOn = (url: string) =>
  notice('One-time codes were turned on', 'Logging in to your account now needs a code from your app as well.', url);

export const codesTurnedOff = (url: string) =>
  notice('One-time codes were turned off', 'Logging in to your account no longer needs a code.', url);

export const recoveryCodesRenewed = (url: string) =>
  notice('Your recovery codes were replaced', 'The earlier recovery codes no longer work.', url);

export const recoveryCodeUsed = (url: string) =>
  notice('A recovery code was used', 'Someone logged in to your account with one of your recovery codes.', url);

export const passkeyAdded = (url: string) =>
  notice('A passkey was added to your account', 'This passkey can now log in to your account.', url);

export const passkeyRemoved = (url: string) =>
  notice('A passkey was removed from your account', 'It no longer logs in.', url);

export const secondStepsRemoved = (url: string) =>
  notice(
    'One-time codes and passkeys were removed',
    'The operator of the site removed them, because someone said that they were lost. Your password alone logs in now, and all devices are logged out. Set them up again on the account page.',
    url,
  );

export const dataExported = (url: string) =>
  notice('Your data was prepared for download', 'Someone asked for a copy of all data of your account.', url);
