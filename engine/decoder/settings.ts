/** What the environment says about the programs that decode media. */
export interface DecoderSettings {
  /** Folders to search for programs, as in PATH. */
  readonly searchPath: string;
  /** A program to use instead of the newest one found. */
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
