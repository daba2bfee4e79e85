import { open } from 'node:fs/promises';
import type { VideoInfo } from '#engine/ffmpeg/probe';

const playable = {
  mp4: { video: ['h264'], audio: ['aac', 'mp3'] },
  webm: { video: ['vp8', 'vp9'], audio: ['opus', 'vorbis'] },
};

/** 8-bit 4:2:0, as hardware decoders expect. */
const ordinaryPixels = ['yuv420p', 'yuvj420p'];

export async function playsInBrowsers(info: VideoInfo): Promise<boolean> {
  const container = await containerOf(info);
  if (!container || !ordinaryPixels.includes(info.pixelFormat)) return false;
  const { video, audio } = playable[container];
  return video.includes(info.codec) && info.audio.every(({ codec }) => audio.includes(codec));
}

export function canCopyVideo({ codec, pixelFormat, demuxer, startsEarly }: VideoInfo): boolean {
  // Others have timestamps that mp4 cannot express, or hidden frames that would show.
  return demuxer === 'matroska' && !startsEarly && codec === 'h264' && ordinaryPixels.includes(pixelFormat);
}

export function canCopyAudio({ audio }: VideoInfo): boolean {
  return audio.length === 0 || playable.mp4.audio.includes(audio[0].codec);
}

const BEGINNING = 64;

/** QuickTime and 3GP play as mp4; of Matroska only WebM plays. */
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
