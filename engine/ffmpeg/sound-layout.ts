import type { AudioTrack } from './probe';

/** Of tracks that state none, by number of channels, as ffmpeg assumes. */
const usual: Readonly<Record<number, string>> = { 6: '5.1', 8: '7.1' };

/** Such as `5.1(side)` and `quad`. Others list speakers, or ffmpeg has no way to mix them. */
const named = /^([2-7]\.[01]|quad)(\([a-z]+\))?$/;

/**
 * Filters that give a track a layout that MP4 players know. The encoder takes no other number of channels, and states
 * other layouts in a way that only some players read.
 */
export function playableLayout(track: AudioTrack): string[] {
  const { channels, layout = usual[channels] } = track;
  if (channels <= 2 || layout === '7.1') return [];
  if (!isNamed(track)) return [stereoOf(channels)];
  return [`aformat=channel_layouts=${channels > 4 ? '5.1' : 'stereo'}`];
}

/** Options for two channels; ffmpeg mixes those whose speakers it knows. */
export const mixedToStereo = (track: AudioTrack): string[] =>
  track.channels <= 2 || isNamed(track) ? [] : ['-af', stereoOf(track.channels)];

const isNamed = ({ channels, layout = usual[channels] }: AudioTrack) => layout !== undefined && named.test(layout);

/** Whose speakers are unknown. Most orders begin with left, right, centre and bass, and go on with pairs. */
function stereoOf(channels: number): string {
  const isMiddle = (i: number) => i === 2 || i === 3 || (i % 2 === 0 && i === channels - 1);
  const side = (first: number) => {
    const others = Array.from({ length: channels }, (_, i) => i).filter(
      (i) => i > 1 && (isMiddle(i) || i % 2 === first),
    );
    return [`c${first}`, ...others.map((i) => `0.7*c${i}`)].join('+');
  };
  return `aformat=sample_fmts=fltp,pan=stereo|c0=${side(0)}|c1=${side(1)}`;
}
