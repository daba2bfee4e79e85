import type { Report, Verdict } from '#shared/credentials/check-file';
import { MAX_MANIFEST_BYTES, MAX_PICTURE_BYTES } from '#shared/credentials/read-limits';

interface VerdictText {
  kind: 'info' | 'warn' | 'error';
  title: string;
  words: string;
}

const inMegabytes = (bytes: number) => bytes / 2 ** 20;

const texts: Record<Verdict, VerdictText> = {
  ours: {
    kind: 'info',
    title: 'Made here, and unaltered',
    words: 'This file was made with this site. Nothing in it has changed since.',
  },
  ours_altered: {
    kind: 'warn',
    title: 'Made here, and altered since',
    words: 'This file was made with this site, but its picture, sound or details have been changed afterwards.',
  },
  foreign: {
    kind: 'info',
    title: 'Signed, but not here',
    words: 'The file carries Content Credentials of another signer, and is as that signer left it.',
  },
  foreign_altered: {
    kind: 'warn',
    title: 'Signed elsewhere, and altered since',
    words: 'The file carries Content Credentials of another signer, and has been changed afterwards.',
  },
  none: {
    kind: 'info',
    title: 'No Content Credentials',
    words:
      'This says nothing about the picture: most files have none, and screenshots or messengers remove them. Results of this site may have lost them, too.',
  },
  too_large: {
    kind: 'warn',
    title: 'Too large to be checked',
    words: `Pictures up to ${inMegabytes(MAX_PICTURE_BYTES)} MB and videos can be checked if their credentials have up to ${inMegabytes(MAX_MANIFEST_BYTES)} MB and few parts. This file was not examined: it may have been made here, or not.`,
  },
  unreadable: {
    kind: 'error',
    title: 'The credentials cannot be read',
    words: 'The file, or what it says about itself, is damaged. Check the original file if you can get it.',
  },
};

export const verdictText = ({ verdict }: Report): VerdictText => texts[verdict];
