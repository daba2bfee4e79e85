import { useLocation } from '@remix-run/react';

import { batchLimits } from '#contract/batch-limits';
import { videoTypes } from '#contract/media-types';

import { paths } from '~/lib/paths';

import type { Sample } from './samples';

export interface ToolPage {
  title: string;
  description: string;
  /** What is dropped or uploaded. */
  subject: string;
  also?: string;
  button: string;
  accept: string;
  samples: Sample[];
}

/** Some systems do not count HEIC and AVIF as images. */
const images = 'image/*,.heic,.heif,.avif';
const videos = ['video/*', ...videoTypes.map((type) => `.${type}`)].join(',');

const any: ToolPage = {
  title: 'Face Swap',
  description: 'Swap faces in photos, GIFs and videos: one face or the whole group, in one go.',
  subject: 'a photo, GIF or video',
  also: `Or up to ${batchLimits.photos} photos at once, for the same face.`,
  button: 'Choose a file',
  accept: `${images},${videos}`,
  samples: ['sofia', 'nod', 'crossing'],
};

const pages: Record<string, ToolPage> = {
  [paths.faceSwapPhoto()]: {
    ...any,
    title: 'Photo Face Swap',
    description: 'Swap faces in a photo: one face or the whole group, in one go.',
    subject: 'a photo',
    button: 'Choose a photo',
    also: `Or up to ${batchLimits.photos} at once, for the same face.`,
    accept: images,
    samples: ['sofia', 'malik', 'two'],
  },
  [paths.faceSwapVideo()]: {
    ...any,
    title: 'Video Face Swap',
    description: 'Swap faces in a video or GIF: choose the part you need and who becomes whom.',
    subject: 'a video',
    also: 'One video at a time. Photos and GIFs work too.',
    button: 'Choose a file',
    samples: ['crossing', 'talk', 'nod'],
  },
};

export const toolPageAt = (pathname: string): ToolPage => pages[pathname] ?? any;

export const useToolPage = (): ToolPage => toolPageAt(useLocation().pathname);
