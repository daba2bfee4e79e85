import { thisMachine, type FoundMachine } from './machine';

export interface DecoderFacts {
  /** One line for terminals and logs. */
  readonly summary: string;
  /** The same in some 60 characters. */
  readonly brief: string;
  /** How decoders are isolated, a sentence. */
  readonly isolation: string;
  /** What an operator should change; undefined when all is well. */
  readonly warning?: string;
}

/** A build so old lacks years of fixes to decoders. */
const OLDEST_GOOD_CODEC = 59;

/** Which ffmpeg this process uses, and how it is isolated. */
export async function describeDecoders(): Promise<DecoderFacts> {
  return factsOf(await thisMachine());
}

export function factsOf({ version, probeVersion, isBundled, isolation }: FoundMachine): DecoderFacts {
  const origin = [isBundled ? 'bundled' : '', version.year ?? ''].filter(Boolean).join(', ');
  const pair = version.name === probeVersion.name ? '' : `, ffprobe ${probeVersion.name}`;
  const isOld = version.codec[0] < OLDEST_GOOD_CODEC;
  return {
    summary: `ffmpeg ${version.name}${isBundled ? ` (${origin})` : ''}${pair}; isolation: ${isolation.name}`,
    brief: `ffmpeg ${version.name} (${isolation.name})`,
    isolation: `Decoders are ${isolation.description}.`,
    ...(isOld && {
      warning:
        `ffmpeg ${version.name}${version.year ? ` of ${version.year}` : ''} decodes what strangers send and lacks ` +
        'years of security fixes. Install the ffmpeg of your distribution (apt-get install ffmpeg).',
    }),
  };
}
