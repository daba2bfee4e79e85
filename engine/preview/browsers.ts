import { open } from 'node:fs/promises';
import type { VideoInfo } from '#engine/ffmpeg/probe';

/** What every current browser plays, by container. */
const playable = {
  mp4: { video: ['h264'], audio: ['aac', 'mp3'] },
  webm: { video: ['vp8', 'vp9'], audio: ['opus', 'vorbis'] },
};

/** Eight bits a channel and half the colours in both directions: what hardware decoders are made for. */
const ordinaryPixels = ['yuv420p', 'yuvj420p'];

/** Whether a video plays in a browser just as it is. */
export async function playsInBrowsers(info: VideoInfo): Promise<boolean> {
  const container = await containerOf(info);
  if (!container || !ordinaryPixels.includes(info.pixelFormat)) return false;
  const { video, audio } = playable[container];
  return video.includes(info.codec) && info.audio.every(({ codec }) => audio.includes(codec));
}

/** Whether the picture may be taken over into an mp4 as it is. */
export function hasPlayablePicture({ codec, pixelFormat, demuxer, startsEarly }: VideoInfo): boolean {
  // Others state times that an mp4 has no place for, or hide frames that would show.
  return demuxer === 'matroska' && !startsEarly && codec === 'h264' && ordinaryPixels.includes(pixelFormat);
}

/** Whether the first sound track may be. */
export function hasPlayableSound({ audio }: VideoInfo): boolean {
  return audio.length === 0 || playable.mp4.audio.includes(audio[0].codec);
}

const BEGINNING = 64;

/** QuickTime and 3GP files are read by the decoders for mp4; of Matroska, browsers read WebM alone. */
async function containerOf({ file, demuxer }: VideoInfo): Promise<keyof typeof playable | undefined> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(BEGINNING);
    await handle.read(head, 0, BEGINNING, 0);
    const text = head.toString('latin1');
    if (demuxer === 'matroska') return text.includes('webm') ? 'webm' : undefined;
    return demuxer === 'mov' && text.slice(4, 8) === 'ftyp' ? 'mp4' : undefined;
  } finally {
    await handle.close();
  }
}
