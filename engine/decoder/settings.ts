export interface DecoderSettings {
  /** As in PATH. */
  readonly searchPath: string;
  /** Overrides the newest one found. */
  readonly ffmpeg?: string;
  readonly ffprobe?: string;
}

export function readDecoderSettings(): DecoderSettings {
  const { PATH = '', FFMPEG_PATH, FFPROBE_PATH } = process.env;
  return {
    searchPath: PATH,
    ...(FFMPEG_PATH && { ffmpeg: FFMPEG_PATH }),
    ...(FFPROBE_PATH && { ffprobe: FFPROBE_PATH }),
  };
}
