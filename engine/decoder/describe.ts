import { installedDecoders, type FoundDecoders } from './installed';

export interface DecoderFacts {
  readonly summary: string;
  readonly brief: string;
  readonly isolation: string;
  readonly warning?: string;
}

/** Older builds lack years of security fixes. */
const OLDEST_SUPPORTED_LIBAVCODEC = 59;

export async function describeDecoders(): Promise<DecoderFacts> {
  return factsOf(await installedDecoders());
}

function factsOf({ version, probeVersion, isBundled, isolation }: FoundDecoders): DecoderFacts {
  const origin = [isBundled ? 'bundled' : '', version.year ?? ''].filter(Boolean).join(', ');
  const pair = version.name === probeVersion.name ? '' : `, ffprobe ${probeVersion.name}`;
  const isOld = version.codec[0] < OLDEST_SUPPORTED_LIBAVCODEC;
  return {
    summary: `ffmpeg ${version.name}${isBundled ? ` (${origin})` : ''}${pair}; isolation: ${isolation.name}`,
    brief: `ffmpeg ${version.name} (${isolation.name})`,
    isolation: `Decoders are ${isolation.description}.`,
    ...(isOld && {
      warning:
        `ffmpeg ${version.name}${version.year ? ` of ${version.year}` : ''} decodes untrusted media but lacks ` +
        'years of security fixes. Install the ffmpeg of your distribution (apt-get install ffmpeg).',
    }),
  };
}
