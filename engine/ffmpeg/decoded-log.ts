/** ffmpeg's filter that logs each decoded frame, also those that later filters drop. */
export const decodedLog = 'showinfo@decoded=checksum=0';

/** Since ffmpeg 6.0, the log names the filter without its type. */
export const isDecodedLog = (line: string): boolean => /^\[(showinfo@)?decoded @ /.test(line);
