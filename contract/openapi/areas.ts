import type { AreaName } from '#contract/calls';

export const areaTags: Record<AreaName, { name: string; description: string }> = {
  session: { name: 'Accounts', description: 'Making an account, signing in and out, and who is signed in.' },
  recovery: { name: 'Recovery', description: 'Confirming an e-mail address; forgotten and changed passwords.' },
  identity: { name: 'Identity', description: 'Signing in with Google, and deleting the account.' },
  account: { name: 'Profile', description: 'Settings that a user changes.' },
  secondStep: { name: 'Second step', description: 'One-time codes and recovery codes.' },
  passkeys: { name: 'Passkeys', description: 'Signing in by passkey (WebAuthn), and the passkeys of an account.' },
  faces: { name: 'Faces', description: 'The library of faces to put into media.' },
  uploads: { name: 'Uploads', description: 'Photos, GIFs and videos: sending them, and finding the persons in them.' },
  swaps: { name: 'Swaps', description: 'Creating face swaps, polling them, and their results.' },
  batches: { name: 'Batches', description: 'Several photos swapped in one order.' },
  credentials: { name: 'Content Credentials', description: 'By which signed results are recognised.' },
  shares: { name: 'Shared links', description: 'Links that show a result to anyone who has them.' },
  library: {
    name: 'Library',
    description: 'Renaming, downloading and deleting uploads and creations, several at a time.',
  },
  preview: { name: 'Previews', description: 'Free stills of a swap, before it is paid for.' },
  exports: { name: 'Exports', description: 'Results in other formats and sizes.' },
  moderation: { name: 'Moderation', description: 'What was stopped, and asking a person to review it.' },
  credits: { name: 'Credits', description: 'The ledger of credits.' },
  payments: { name: 'Payments', description: 'Products, purchases and subscriptions.' },
  feedback: { name: 'Feedback', description: 'Messages, reports of failures, and requests to take media down.' },
  webhooks: { name: 'Webhooks', description: 'Endpoints that are told when a task ends, and the log of deliveries.' },
  apiKeys: { name: 'API keys', description: 'Keys for programs that use the API in the name of an account.' },
};

export const otherTags = [
  { name: 'Files', description: 'Signed addresses: sending files and reading them.' },
  { name: 'Notifications', description: 'Requests that payment providers send.' },
];
